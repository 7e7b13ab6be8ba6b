export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

export type FakeClock = Clock & { advance(ms: number): void }

export function fakeClock(start = '2026-11-20T03:00:00Z'): FakeClock {
  let time = new Date(start).getTime()
  return {
    now: () => new Date(time),
    advance(ms) {
      time += ms
    },
  }
}

export const seconds = (count: number) => count * 1000
export const minutes = (count: number) => count * 60_000
export const hours = (count: number) => count * 3_600_000
export const days = (count: number) => count * 86_400_000

export function after(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms)
}
