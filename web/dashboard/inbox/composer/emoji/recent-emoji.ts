const storageKey = 'sen-emoji'
const maxEmoji = 7

export function readRecentEmoji(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter(one => typeof one === 'string').slice(0, maxEmoji) : []
  } catch {
    return []
  }
}

export function recordRecentEmoji(emoji: string): void {
  try {
    localStorage.setItem(
      storageKey,
      JSON.stringify([emoji, ...readRecentEmoji().filter(one => one !== emoji)].slice(0, maxEmoji)),
    )
  } catch {}
}
