/** The instant at which the day of `now` began in a time zone, such as 'Asia/Ho_Chi_Minh'. */
export function startOfDay(timeZone: string, now: Date): Date {
  const guess = new Date(now.getTime() - wallClock(timeZone, now))
  // Where the clocks changed since midnight, the guess is off by that change.
  const off = wallClock(timeZone, guess)
  const day = 86_400_000
  return new Date(guess.getTime() - (off > day / 2 ? off - day : off))
}

/** Milliseconds since midnight on the clocks of a time zone. */
function wallClock(timeZone: string, at: Date): number {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hourCycle: 'h23',
  })
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { hour = 0, minute = 0, second = 0, fractionalSecond = 0 } = part
  return ((hour * 60 + minute) * 60 + second) * 1000 + fractionalSecond
}
