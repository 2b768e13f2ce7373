"""Networks that tests share: asia as published, and one with the graph of alarm and tables that are drawn."""

from __future__ import annotations

from functools import cache

import numpy as np

from hedgerow.learners import ArcGraph, BayesNet, read_bif
from hedgerow.learners.bayes_net.distributions import StateTable
from hedgerow.learners.bayes_net.network import list_families
from hedgerow.learners.bayes_net.variables import Variable

# S. Lauritzen and D. Spiegelhalter, Journal of the Royal Statistical Society B 50 (1988), p. 164.
ASIA = """
network asia { }
variable asia { type discrete [ 2 ] { yes, no }; }
variable tub { type discrete [ 2 ] { yes, no }; }
variable smoke { type discrete [ 2 ] { yes, no }; }
variable lung { type discrete [ 2 ] { yes, no }; }
variable bronc { type discrete [ 2 ] { yes, no }; }
variable either { type discrete [ 2 ] { yes, no }; }
variable xray { type discrete [ 2 ] { yes, no }; }
variable dysp { type discrete [ 2 ] { yes, no }; }
probability ( asia ) { table 0.01, 0.99; }
probability ( tub | asia ) { (yes) 0.05, 0.95; (no) 0.01, 0.99; }
probability ( smoke ) { table 0.5, 0.5; }
probability ( lung | smoke ) { (yes) 0.1, 0.9; (no) 0.01, 0.99; }
probability ( bronc | smoke ) { (yes) 0.6, 0.4; (no) 0.3, 0.7; }
probability ( either | lung, tub ) { default 1.0, 0.0; (no, no) 0.0, 1.0; }
probability ( xray | either ) { (yes) 0.98, 0.02; (no) 0.05, 0.95; }
probability ( dysp | bronc, either ) {
  (yes, yes) 0.9, 0.1; (no, yes) 0.7, 0.3; (yes, no) 0.8, 0.2; (no, no) 0.1, 0.9;
}
"""

# I. Beinlich, H. Suermondt, R. Chavez and G. Cooper, The ALARM monitoring system, 1989: each node with its number of
# states and its parents.
ALARM = """
HISTORY 2 LVFAILURE; CVP 3 LVEDVOLUME; PCWP 3 LVEDVOLUME; HYPOVOLEMIA 2; LVEDVOLUME 3 HYPOVOLEMIA LVFAILURE;
LVFAILURE 2; STROKEVOLUME 3 HYPOVOLEMIA LVFAILURE; ERRLOWOUTPUT 2; HRBP 3 ERRLOWOUTPUT HR;
HREKG 3 ERRCAUTER HR; ERRCAUTER 2;
HRSAT 3 ERRCAUTER HR; INSUFFANESTH 2; ANAPHYLAXIS 2; TPR 3 ANAPHYLAXIS; EXPCO2 4 ARTCO2 VENTLUNG; KINKEDTUBE 2;
MINVOL 4 INTUBATION VENTLUNG; FIO2 2; PVSAT 3 FIO2 VENTALV; SAO2 3 PVSAT SHUNT; PAP 3 PULMEMBOLUS; PULMEMBOLUS 2;
SHUNT 2 INTUBATION PULMEMBOLUS; INTUBATION 3; PRESS 4 INTUBATION KINKEDTUBE VENTTUBE; DISCONNECT 2; MINVOLSET 3;
VENTMACH 4 MINVOLSET; VENTTUBE 4 DISCONNECT VENTMACH; VENTLUNG 4 INTUBATION KINKEDTUBE VENTTUBE;
VENTALV 4 INTUBATION VENTLUNG; ARTCO2 3 VENTALV; CATECHOL 2 ARTCO2 INSUFFANESTH SAO2 TPR; HR 3 CATECHOL;
CO 3 HR STROKEVOLUME; BP 3 CO TPR
"""


@cache
def make_asia() -> BayesNet:
    """The network of a visit to Asia."""
    return read_bif(ASIA)


@cache
def make_alarm() -> BayesNet:
    """A network of 37 variables: the graph of alarm, with tables of two decimals that are drawn, none of them 0."""
    nodes = [line.split() for line in ALARM.replace("\n", " ").split(";")]
    variables = tuple(Variable(name, tuple(f"s{state}" for state in range(int(n)))) for name, n, *_ in nodes)
    graph = ArcGraph.of(
        [name for name, *_ in nodes], [(parent, name) for name, _, *parents in nodes for parent in parents]
    )
    random = np.random.RandomState(0)
    tables = []
    for family in list_families(variables, graph):
        drawn = np.maximum(random.dirichlet(np.full(family.n_states, 0.7), family.n_configurations), 0.02)
        drawn = (drawn / drawn.sum(axis=1, keepdims=True)).round(2)
        drawn[:, 0] = (1 - drawn[:, 1:].sum(axis=1)).round(2)
        tables.append(StateTable(family, drawn))
    return BayesNet(variables, graph, tuple(tables))
