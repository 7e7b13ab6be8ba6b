// How often a property is tried. The whole run tries few cases, the same each time, so that a bad day of chance stops nobody;
// `npm run soak` tries many more, by a seed that it prints.

const { PROPERTY_TIMES: times = '1', PROPERTY_SEED: seed = '20261122' } = process.env

/** @param usual cases in the whole run */
export function runs(usual: number): { numRuns: number; seed: number; endOnFailure: true } {
  return { numRuns: usual * Number(times), seed: Number(seed), endOnFailure: true }
}
