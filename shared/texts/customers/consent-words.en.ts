import type { ConsentPart } from '../../rules/campaigns/consent-words.ts'

export const consentWordsEn = {
  title: 'Consent texts',
  intro:
    'A customer gets promotions only after agreeing to a specific text. Write it here for the whole team. Each change is a new version; people who agreed to one version agreed to that one.',
  example: 'For example: I agree to get offers from {shop} on Zalo, at most 1 message a week. To stop, I write STOP.',
  purpose: 'For',
  promotion: 'Promotions',
  care: 'Follow-ups',
  language: 'Language',
  vi: 'Vietnamese',
  en: 'English',
  words: 'Text',
  maxMessages: 'At most this many messages',
  inDays: 'In this many days',
  whole: 'It says who sends what, where, how often, and how to stop.',
  lacks: 'Missing: {parts}.',
  save: 'Save as a new version',
  saved: 'Version {version} saved.',
  versions: 'Versions',
  none: 'No texts yet',
  version: 'Version {version}, {date}',
  often: 'at most {max} in {days} {days|day|days}',
}

export const consentPartsEn: Record<ConsentPart, string> = {
  sender: 'the name of your shop',
  content: 'what is sent',
  channel: 'where',
  frequency: 'how often',
  way_back: 'how to stop, such as writing STOP',
}
