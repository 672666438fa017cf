/**
 * The calls of a signed-in learner (contract section 2, "Rates"). Each gateway gets them in shares from auth, which counts for all gateways. The
 * first share of a minute is free, so with N gateways a learner may make up to N − 1 shares more.
 */
export const callAllowance = { perMinute: 600, share: 30 } as const;
