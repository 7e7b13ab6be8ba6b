// A shop's chat page, /c/<short address>. The server names the widget in the element.
import { widgetTexts } from '#shared/texts/chat/widget-texts.ts'
import type { Language } from '#shared/words.ts'
import { mountPageChat, readShop } from './page-chat.ts'

async function open(place: HTMLElement): Promise<void> {
  const { widget = '', brand = 'Sen' } = place.dataset
  const language: Language = document.documentElement.lang === 'en' ? 'en' : 'vi'
  const shop = await readShop(widget)
  if (!shop) return showFailed(place, language)
  place.replaceChildren()
  mountPageChat(place, { widget, language, brand, shop, house: false })
}

/** On failure offers a retry; earlier input is still in this browser. */
function showFailed(place: HTMLElement, language: Language): void {
  const texts = widgetTexts(language)
  const words = document.createElement('div')
  words.className = 'words'
  const line = document.createElement('p')
  line.setAttribute('role', 'alert')
  line.textContent = texts.pageFailed
  const again = document.createElement('button')
  again.type = 'button'
  again.textContent = texts.pageAgain
  again.addEventListener('click', () => void open(place))
  words.append(line, again)
  place.replaceChildren(words)
}

const place = document.getElementById('chat')
if (place) void open(place)
