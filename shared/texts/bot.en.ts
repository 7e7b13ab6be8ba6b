import type { botVi } from './bot.vi.ts'

export const botEn: Record<keyof typeof botVi, string> = {
  greeting: 'Hello! I am {name}. How can I help you?',
  introduction: 'I am {name}, the shop’s automatic assistant.',
  greetingIntroducing: 'Hello! I am {name}, the shop’s automatic assistant. How can I help you?',
  thanks: 'You are welcome! Just write if you need anything else.',
  chatter: 'Sure! Just write if you have any question.',
  aboutBot:
    'I am {name}, the shop’s automatic assistant. I answer from the shop’s documents; write “talk to a person” whenever you want a colleague.',
  abstain:
    'I am sorry, I do not know this yet. I have asked a colleague at the shop to reply to you soon. Write “talk to a person” if you want someone right away.',
  partUnknown: 'About “{question}” I do not know yet; I have asked a colleague to reply to you.',
  partUnknownAlone: 'About “{question}” I do not know yet.',
  handoff: 'Of course, I am passing you to a colleague at the shop now. One moment, please.',
  handoffSorry:
    'I am very sorry about this. I am passing you to a colleague at the shop right now. One moment, please.',
  contact: 'Thank you, we have received your details. A colleague will contact you soon.',
  refuse: 'I am sorry, I cannot do that. I can only help with information about the shop’s products and services.',
  clarify: 'Which one do you mean: {options}?',
  clarifyNumbered: 'Which one do you mean? Please reply with the number:\n{options}',
  wordless:
    'Thank you, it has arrived. I cannot look at this myself, so I have asked a colleague at the shop to see it and reply to you soon.',
  or: 'or',
  one: '{quote}',
  oneEnd: '',
  several: 'Here is what the shop’s documents say:',
  severalOf: 'Here is what the shop’s documents say about “{heading}”:',
  otherLanguage: 'From the shop’s document (Vietnamese):',
  inOtherWords: 'In English:',
  abstainAlone: 'I am sorry, I do not know this yet. Write “talk to a person” if you want a colleague.',
  offLimits: 'I am sorry, I cannot advise on this. Is there anything else I can help with?',
  offLimitsHandoff: 'A colleague at the shop will help you with this. One moment, please.',
  patience: 'Thank you, we have received your message. The shop is looking into it and will reply in a few minutes.',
  away: 'The shop is closed right now. I have noted your message; a colleague will reply {when}.',
  closedNow: 'The shop is closed right now; a colleague will reply {when}.',
  whenToday: 'from {time} today',
  whenTomorrow: 'from {time} tomorrow',
  whenDay: 'from {time} on {day}',
  whenOpen: 'when the shop opens again',
  days: 'Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday',
}

export const botEnFormal: Partial<Record<keyof typeof botVi, string>> = {
  greeting: 'Good day. I am {name}. How may I help you?',
  greetingIntroducing: 'Good day. I am {name}, the shop’s automatic assistant. How may I help you?',
  thanks: 'It is a pleasure. Please write if you need anything else.',
  chatter: 'Certainly. Please write if you have any question.',
  abstain:
    'I regret that I do not have this information. A colleague will reply to you shortly. Please write “talk to a person” if you would like someone right away.',
  handoff: 'Certainly. I am passing you to a colleague. One moment, please.',
  one: 'Please note: {quote}',
  several: 'Please find the information from the shop’s documents:',
  severalOf: 'Please find the information about “{heading}”:',
  offLimits: 'I regret that I cannot advise on this. Please write if I may help with anything else.',
}

export const botEnBrief: Partial<Record<keyof typeof botVi, string>> = {
  greeting: 'Hi, {name} here. What would you like to know?',
  introduction: '{name} here, the shop’s automatic assistant.',
  greetingIntroducing: 'Hi, {name} here, the shop’s automatic assistant. What would you like to know?',
  thanks: 'You are welcome!',
  chatter: 'Sure!',
  abstain: 'I do not know yet; a colleague will reply soon.',
  abstainAlone: 'I do not know yet. Write “talk to a person” for a colleague.',
  handoff: 'Passing you to a colleague now.',
  contact: 'Got it, thank you.',
  refuse: 'I cannot do that.',
  clarify: 'Which one: {options}?',
  clarifyNumbered: 'Which one? Reply with the number:\n{options}',
  wordless: 'Got it. A colleague will look at it and reply soon.',
  several: 'Here it is:',
  severalOf: '{heading}:',
  otherLanguage: 'From the document (Vietnamese):',
  offLimits: 'I cannot advise on this.',
  offLimitsHandoff: 'A colleague will help you with this.',
  away: 'We are closed; a colleague will reply {when}.',
  closedNow: 'We are closed; a colleague will reply {when}.',
}
