import { oneLine } from '../text/one-line.ts'
import { fold } from '../text/fold.ts'

export const consentParts = ['sender', 'content', 'channel', 'frequency', 'way_back'] as const
export type ConsentPart = (typeof consentParts)[number]

const partPatterns: Record<Exclude<ConsentPart, 'sender'>, RegExp> = {
  content:
    /khuyen mai|uu dai|giam gia|quang cao|hang moi|san pham moi|cham soc|nhac|promotion|offer|discount|sale|news|follow|remind/,
  channel: /zalo|messenger|facebook|website|trang web|khung chat|o day|tai day|\bhere\b|this chat/,
  frequency: /(?:\d|mot|hai|ba|one|two|three|once|twice)[^.]*(?:ngay|tuan|thang|\bday|\bweek|\bmonth)/,
  way_back: /\btc\b|tu choi|\bstop\b|huy dang ky|thoi nhan|unsubscribe|dung (?:nhan|gui)|ngung (?:nhan|gui)/,
}

export function missingIn(words: string, shop: string): ConsentPart[] {
  const text = fold(words).replace(/\s+/g, ' ')
  const name = oneLine(fold(shop))
  return consentParts.filter(part =>
    part === 'sender' ? !name || !text.includes(name) : !partPatterns[part].test(text),
  )
}
