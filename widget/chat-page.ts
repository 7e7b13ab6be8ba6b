import type { Language } from '#shared/words.ts'

export async function openChatPage(place: HTMLElement, options: { widget: string; language: Language }): Promise<void> {
  const { mountHouseChat } = await import('./page-chat.ts')
  place.replaceChildren()
  place.classList.add('live')
  await mountHouseChat(place, options)
}
