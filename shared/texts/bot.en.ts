import type { botVi } from './bot.vi.ts'

export const botEn: Record<keyof typeof botVi, string> = {
  greeting: 'Hello! How can I help you?',
  thanks: 'You are welcome! Just write if you need anything else.',
  chatter: 'Sure! Just write if you have any question.',
  aboutBot:
    'I am the shop’s automatic assistant. I answer from the shop’s documents; write “talk to a person” whenever you want a colleague.',
  abstain:
    'I am sorry, I do not know this yet. I have asked a colleague at the shop to reply to you soon. Write “talk to a person” if you want someone right away.',
  partUnknown: 'About “{question}” I do not know yet; I have asked a colleague to reply to you.',
  handoff: 'Of course, I am passing you to a colleague at the shop now. One moment, please.',
  handoffSorry:
    'I am very sorry about this. I am passing you to a colleague at the shop right now. One moment, please.',
  contact: 'Thank you, we have received your details. A colleague will contact you soon.',
  refuse: 'I am sorry, I cannot do that. I can only help with information about the shop’s products and services.',
  clarify: 'Which one do you mean: {options}?',
  or: 'or',
  one: '{quote}',
  oneEnd: '',
  several: 'Here is what the shop’s documents say:',
  severalOf: 'Here is what the shop’s documents say about “{heading}”:',
  otherLanguage: 'From the shop’s document (Vietnamese):',
}
