import type { Trade } from '../../contracts/first-steps.contract.ts'
import { fold } from '../text/fold.ts'

const words: [Trade, RegExp][] = [
  [
    'spa',
    /\b(spa|goi|nails?|(?<!banh )mi(?! (?:cay|quang|xao|y)\b)|salon|massage|toc|duong sinh|beauty|hair|tham my|barber)\b/,
  ],
  ['stay', /\b(homestay|hotel|khach san|villa|nha nghi|resort|hostel|lodge)\b/],
  [
    'food',
    /\b(quan(?! ao\b)|mi|bun|pho|com|tra|ca phe|cafe|coffee|bakery|banh|an|bep|nha hang|restaurant|lau|nuong|kem|che|food|kitchen)\b/,
  ],
  ['fashion', /\b(thoi trang|quan ao|vay|ao|giay|tui|phu kien|fashion|boutique|shoes|closet|store)\b/],
  ['class', /\b(lop|trung tam|day|hoc|yoga|gym|english|academy|school|studio|tieng anh|class)\b/],
  ['craft', /\b(gom|thu cong|handmade|len|moc|nen|hoa|craft|ceramic|pottery|candle)\b/],
]

/** @returns undefined if the name does not say */
export function guessTrade(name: string): Trade | undefined {
  const folded = fold(name)
  return words.find(([, pattern]) => pattern.test(folded))?.[0]
}
