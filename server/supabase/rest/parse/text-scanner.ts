import { notUnderstood } from '../rest-error.ts'

const namePattern = /[\p{L}\p{N}_$]+(?:[ -]+(?!>)[\p{L}\p{N}_$]+)*/uy

export class TextScanner {
  readonly text: string
  readonly what: string
  at = 0
  #mayEnd = true

  constructor(text: string, what: string) {
    this.text = text
    this.what = what
  }

  get done(): boolean {
    return this.at >= this.text.length
  }

  sees(part: string): boolean {
    return this.text.startsWith(part, this.at)
  }

  take(part: string): boolean {
    if (!this.sees(part)) return false
    this.at += part.length
    return true
  }

  expect(part: string): void {
    if (!this.take(part)) this.fail(`expecting "${part}"`)
  }

  /** @param pattern sticky */
  match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at
    const match = pattern.exec(this.text) ?? undefined
    if (match) this.at += match[0].length
    return match
  }

  name(): string {
    if (this.sees('"')) {
      const quoted = this.quoted()
      if (quoted?.includes('\0')) this.fail('expecting a name without zero bytes') // PostgreSQL ends a statement there
      if (quoted !== undefined) return quoted
    }
    const match = this.match(namePattern)
    if (!match) this.fail('expecting a field name')
    return match[0]
  }

  /** @returns undefined, without moving, where the quote never closes */
  quoted(): string | undefined {
    if (!this.#mayEnd) return undefined
    const match = this.match(/"((?:[^"\\]|\\.)*)"/sy)
    // Remembers that no closing quote follows, so that parsing stays linear.
    this.#mayEnd = match !== undefined
    return match?.[1]?.replaceAll(/\\(.)/gs, '$1')
  }

  rest(): string {
    const rest = this.text.slice(this.at)
    this.at = this.text.length
    return rest
  }

  blanks(): void {
    this.match(/[ \t\n]*/y)
  }

  fail(expected: string): never {
    const found = this.done ? 'unexpected end of input' : `unexpected "${this.text.slice(this.at, this.at + 1)}"`
    throw notUnderstood(this.what, this.at, `${found} ${expected}`)
  }
}
