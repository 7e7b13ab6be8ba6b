import type { InboxTexts } from '#shared/texts/inbox/inbox-texts.ts'

export function questionKinds(texts: InboxTexts): Record<string, string> {
  return {
    money: texts.kindMoney,
    time: texts.kindTime,
    duration: texts.kindDuration,
    date: texts.kindDate,
    place: texts.kindPlace,
    person: texts.kindPerson,
    phone: texts.kindContact,
    percent: texts.kindPercent,
    number: texts.kindNumber,
  }
}
