export type Asked = { name: string; ask(): Promise<unknown> }
export type Timed = { name: string; ms: number }

const rounds = 6
const warm = 1

/** Each in turn, so that none has the quieter minute; the first round does not count. */
export async function timeRounds(asked: Asked[]): Promise<Timed[]> {
  const times: Timed[] = []
  for (let round = -warm; round < rounds; round++)
    for (const one of asked) {
      const started = performance.now()
      await one.ask()
      if (round >= 0) times.push({ name: one.name, ms: performance.now() - started })
    }
  return times
}
