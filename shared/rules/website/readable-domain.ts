/** `xn--tim-gm-jk8b7c.vn` becomes `tiệm-gốm.vn`. For display only; what cannot be decoded stays. */
export function readableDomain(host: string): string {
  return host
    .split('.')
    .map(label => (label.length > 4 && label.startsWith('xn--') ? (decodePunycode(label.slice(4)) ?? label) : label))
    .join('.')
}

const [base, tMin, tMax, skew, damp, firstBias, firstCode] = [36, 1, 26, 38, 700, 72, 128]

/** RFC 3492, decoding only. */
function decodePunycode(label: string): string | undefined {
  const cut = label.lastIndexOf('-')
  const letters = [...label.slice(0, Math.max(0, cut))]
  let [code, at, bias] = [firstCode, 0, firstBias]
  for (let position = cut + 1; position < label.length;) {
    const before = at
    for (let weight = 1, step = base; ; step += base) {
      const digit = digitOf(label.charCodeAt(position++))
      if (digit === undefined) return undefined
      at += digit * weight
      const threshold = Math.min(tMax, Math.max(tMin, step - bias))
      if (digit < threshold) break
      weight *= base - threshold
    }
    const count = letters.length + 1
    bias = adapt(at - before, count, before === 0)
    code += Math.floor(at / count)
    if (code > 0x10ffff) return undefined
    letters.splice(at % count, 0, String.fromCodePoint(code))
    at = (at % count) + 1
  }
  return letters.join('')
}

function digitOf(code: number): number | undefined {
  if (code >= 97 && code <= 122) return code - 97
  return code >= 48 && code <= 57 ? code - 22 : undefined
}

function adapt(delta: number, count: number, first: boolean): number {
  let rest = Math.floor(delta / (first ? damp : 2))
  rest += Math.floor(rest / count)
  let steps = 0
  for (; rest > ((base - tMin) * tMax) >> 1; steps += base) rest = Math.floor(rest / (base - tMin))
  return steps + Math.floor(((base - tMin + 1) * rest) / (rest + skew))
}
