const day = Math.floor(Date.now() / 86_400_000)

/** One of several ways through the same screens, another each day; `npm run matrix` takes all. */
export function pickDaily<T>(ways: readonly T[]): readonly T[] {
  return process.env['MATRIX'] === 'whole' ? ways : ways.filter((_, index) => index === day % ways.length)
}
