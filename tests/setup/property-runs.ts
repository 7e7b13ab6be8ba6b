// `npm test` tries few cases with a fixed seed, so that chance breaks no run; `npm run soak` many, with a printed seed.

const { PROPERTY_TIMES: times = '1', PROPERTY_SEED: seed = '20261122' } = process.env

/** `cases`: in `npm test` */
export function runs(cases: number): { numRuns: number; seed: number; endOnFailure: true } {
  return { numRuns: cases * Number(times), seed: Number(seed), endOnFailure: true }
}
