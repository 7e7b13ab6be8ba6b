/** The last word of a Vietnamese name, the first of others. */
export function givenName(fullName: string): string {
  const words = fullName.trim().split(/\s+/).filter(Boolean)
  const vietnamese = words.length > 2 || /[\u0102\u0103\u0110\u0111\u01A0-\u01B0\u1EA0-\u1EF9]/u.test(fullName)
  return (vietnamese ? words.at(-1) : words[0]) ?? ''
}
