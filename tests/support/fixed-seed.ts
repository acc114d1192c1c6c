import fc from 'fast-check';

// A failing test must keep failing: every run tries the same examples. `FAST_CHECK_SEED=$RANDOM npm test --
// unit` looks for new ones.
fc.configureGlobal({ seed: Number(process.env.FAST_CHECK_SEED ?? 20_261_121) });
