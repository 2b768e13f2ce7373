"""Searches for subsets, committees and codes, by ask and tell.

A search *asks* for candidates, bit strings or items that may join or leave, and is *told* their scores, of which larger
ones are better. Whoever runs it evaluates the candidates in whatever way is quick, remembers scores, shows progress and
stops when it likes: no search calls anybody. `Additions` and `Removals` are forward and backward search, `Floating`
goes both ways, `HillClimbs` flips bits at random, `Islands` breeds (with the operators of `breeding`),
and `IncrementalLearning` moves the chances of bits.
"""
