"""Pictures become tables: windows around the eyes, and how often each local pattern occurs in each part of them."""
