export function Avatar({
  name,
  kind = 'contact',
  size = 32,
}: {
  name: string
  kind?: 'contact' | 'person' | 'bot' | 'workspace'
  size?: 24 | 32 | 40 | 56
}) {
  const className = ['avatar', size === 32 ? '' : `avatar-${size}`, kind === 'contact' ? '' : `avatar-${kind}`].join(
    ' ',
  )
  return (
    <span className={className} style={{ '--hue': hueOf(name) }} aria-hidden="true">
      {initialsOf(name)}
    </span>
  )
}

/** Vietnamese names end with the given name, so the last two words count: "Nguyễn Thu Hạnh" gives TH. */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/\s+/)
    .filter(word => /[\p{L}\p{N}]/u.test(word))
  const letters = words.slice(-2).map(word => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? '')
  return letters.join('').toUpperCase() || '?'
}

/** 20 to 330: the reds are reserved for members of the team. */
export function hueOf(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 100_003
  return 20 + (sum % 311)
}
