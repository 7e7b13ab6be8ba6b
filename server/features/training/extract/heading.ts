const FIGURE = /\d[\d.,]*\s*(đ|₫|k|vnđ|vnd|%|tr)|\d{3}/iu

/** Capitals, for lack of styles: "PHÍ GIAO HÀNG". */
export function looksLikeHeading(line: string): boolean {
  const text = line.trim()
  if (text.length > 70 || /^[#|>*-]/.test(text) || /[.,;!?]$/.test(text)) return false
  const letters = text.match(/\p{L}/gu) ?? []
  return letters.length >= 4 && !/\p{Ll}/u.test(text) && /\s/.test(text) && !FIGURE.test(text)
}
