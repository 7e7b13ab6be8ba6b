// The door of the chat as a page: a script under a name that stays, which a page of ours loads when it is one.
import type { Language } from '#shared/words.ts'

/** Puts the house's chat into an element, in the place of what stands there. */
export async function openChatPage(place: HTMLElement, options: { widget: string; language: Language }): Promise<void> {
  const { mountHouseChat } = await import('./page-chat.ts')
  place.replaceChildren()
  place.classList.add('live')
  await mountHouseChat(place, options)
}
