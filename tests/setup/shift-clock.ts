// Loaded into a process whose machine's clock is wrong by CLOCK_SHIFT_MS.
const shiftMs = Number(process.env['CLOCK_SHIFT_MS'])
const RealDate = Date

globalThis.Date = class extends RealDate {
  constructor(...given: [] | [number]) {
    if (given.length === 0) super(RealDate.now() + shiftMs)
    else super(...given)
  }

  static override now(): number {
    return RealDate.now() + shiftMs
  }
} as DateConstructor
