"""What all layers share: the one way in, checks of parameters, wording, whole files, threads, seeds."""
