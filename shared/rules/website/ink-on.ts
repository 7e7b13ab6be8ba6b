/** As #rrggbb; `#abc` is accepted. */
export function readColour(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(value)
  if (short) return `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}`.toLowerCase()
  return /^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : null
}

// White and black contrast equally here: 1.05 / (x + 0.05) = (x + 0.05) / 0.05.
const EQUAL_CONTRAST = 0.1791

/** One of the two always reaches 4.5:1. */
export function inkOn(colour: string): '#ffffff' | '#000000' {
  return luminance(colour) < EQUAL_CONTRAST ? '#ffffff' : '#000000'
}

export const minContrast = 4.5

/** From 1 to 21. */
export function whiteContrast(colour: string): number {
  return 1.05 / (luminance(colour) + 0.05)
}

/** As defined by WCAG, 0 to 1. */
export function luminance(colour: string): number {
  const part = (at: number) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
}
