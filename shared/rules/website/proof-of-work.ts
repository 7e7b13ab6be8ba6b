/** Several small puzzles, so that the time varies little. Each needs a number whose hash after the challenge begins with zero bits. */
export type Work = {
  challenge: string
  /** Zero bits required. */
  difficulty: number
  count: number
}

/** Calls `pause` after every `slice` tries, to keep the page responsive. Returns the numbers, joined by dots. */
export async function solveWork(work: Work, pause: () => Promise<void>, slice = 4096): Promise<string> {
  const prefix = prefixOf(work.challenge)
  const found: string[] = []
  let tries = 0
  for (let puzzle = 0; puzzle < work.count; puzzle++) {
    for (let guess = 0; ; guess++) {
      if (++tries % slice === 0) await pause()
      if (!fits(prefix, puzzle, String(guess), work.difficulty)) continue
      found.push(String(guess))
      break
    }
  }
  return found.join('.')
}

export function isSolved(work: Work, solution: string): boolean {
  if (solution.length > work.count * 17) return false
  const prefix = prefixOf(work.challenge)
  const guesses = solution.split('.')
  return (
    guesses.length === work.count &&
    guesses.every((guess, puzzle) => /^\d{1,15}$/.test(guess) && fits(prefix, puzzle, guess, work.difficulty))
  )
}

/** Short, so that one guess fits one hash block. */
function prefixOf(challenge: string): string {
  return [...sha256(challenge)]
    .map(word => word.toString(16).padStart(8, '0'))
    .join('')
    .slice(0, 24)
}

function fits(prefix: string, puzzle: number, guess: string, difficulty: number): boolean {
  const [first = 0] = sha256(`${prefix}:${puzzle}:${guess}`)
  return Math.clz32(first) >= difficulty
}

/** Fractions of the cube roots of the first 64 primes, and of the square roots of the first eight. */
const primes = firstPrimes(64)
const roundWords = Int32Array.from(primes, prime => fraction(Math.cbrt(prime)))
const startWords = Int32Array.from(primes.slice(0, 8), prime => fraction(Math.sqrt(prime)))

function fraction(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) | 0
}

function firstPrimes(count: number): number[] {
  const found: number[] = []
  for (let number = 2; found.length < count; number++) {
    if (found.every(prime => number % prime !== 0)) found.push(number)
  }
  return found
}

const words = new Int32Array(64)

/** For ASCII. Browsers offer theirs only on secure pages, and asynchronously. */
export function sha256(text: string): Uint32Array {
  const length = text.length
  const blocks = (length + 9 + 63) >> 6
  const state = startWords.slice()
  for (let block = 0; block < blocks; block++) {
    for (let at = 0; at < 16; at++) {
      let word = 0
      for (let byte = 0; byte < 4; byte++) {
        const place = block * 64 + at * 4 + byte
        word = (word << 8) | (place < length ? text.charCodeAt(place) & 255 : place === length ? 128 : 0)
      }
      words[at] = word
    }
    if (block === blocks - 1) words[15] = length * 8
    mix(state)
  }
  return new Uint32Array(state.buffer)
}

function mix(state: Int32Array): void {
  const at = (index: number) => words[index] ?? 0
  for (let index = 16; index < 64; index++) {
    const [early, late] = [at(index - 15), at(index - 2)]
    const small = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)
    const large = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10)
    words[index] = (at(index - 16) + small + at(index - 7) + large) | 0
  }
  const was = (index: number) => state[index] ?? 0
  let [a, b, c, d] = [was(0), was(1), was(2), was(3)]
  let [e, f, g, h] = [was(4), was(5), was(6), was(7)]
  for (let index = 0; index < 64; index++) {
    const chosen = (e & f) ^ (~e & g)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const first =
      (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + (roundWords[index] ?? 0) + at(index)) | 0
    const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  const added = [a, b, c, d, e, f, g, h]
  for (let index = 0; index < 8; index++) state[index] = (was(index) + (added[index] ?? 0)) | 0
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}
