"""TIPCAC: classes told apart along whitened Fisher directions, plainly or through a kernel."""
