export class ZaloRefusal extends Error {
  readonly code: number | string

  constructor(code: number | string, message: string) {
    super(message)
    this.code = code
  }
}
