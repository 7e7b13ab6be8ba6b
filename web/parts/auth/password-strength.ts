const common =
  /^(?:password|passw0rd|matkhau|mat khau|123456|1234567|12345678|123456789|qwerty|abc123|111111|iloveyou|anhyeuem|vietnam|admin)/i

/** 0 nothing typed, 1 too short, 2 weak, 3 good, 4 very strong; length counts most. Advice only: the server decides. */
export function passwordStrength(password: string, minLength: number): 0 | 1 | 2 | 3 | 4 {
  if (password === '') return 0
  const length = [...password].length
  if (length < minLength) return 1
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter(kind => kind.test(password)).length
  const different = new Set(password).size
  if (common.test(password) || different < 5) return 2
  const score = length + kinds * 2
  if (score >= 22) return 4
  return score >= 15 ? 3 : 2
}
