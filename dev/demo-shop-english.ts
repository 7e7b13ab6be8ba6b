// The pottery again, as a shop that works in English: for the pictures of the English guide.
import type { DemoTexts } from './demo-shop-texts.ts'

export const englishTexts: DemoTexts = {
  shop: 'Moc Pottery',
  owner: { email: 'owner@mocpottery.example', password: 'mot-nam-dat-moi', name: 'Mai Anh', language: 'en' },
  documents: {
    'Price list.txt': `# Price list of Moc Pottery

Moc Pottery makes and sells hand-fired pottery in Bat Trang, Hanoi. Prices apply from 1 November 2026 and include tax.

## Bowls and plates
| Item | Size | Price |
| --- | --- | --- |
| Ash glaze rice bowl | 11 cm | 65,000đ |
| Ash glaze soup bowl | 18 cm | 145,000đ |
| Round ivory plate | 20 cm | 125,000đ |
| Square blue plate | 16 cm | 110,000đ |
| Dinner set for six, 18 pieces | | 1,450,000đ |

## Cups and teapots
| Item | Volume | Price |
| --- | --- | --- |
| Tea cup | 150 ml | 75,000đ |
| Coffee mug | 250 ml | 120,000đ |
| Brown teapot | 600 ml | 380,000đ |
| Tea set, one pot and four cups | | 620,000đ |

## Engraving
Engraving a name or a logo costs 20,000đ for each piece and takes 5 days. Engraved pieces cannot be returned.

## Pottery class
The weekend pottery class is on Saturday and Sunday, 9:00 to 11:30. It costs 350,000đ for each person, clay, glaze and firing included.
`,
    'Shipping and returns.txt': `# Shipping and returns

## Shipping
Shipping within Hanoi costs 25,000đ and takes 1 to 2 days. Shipping to other provinces costs 40,000đ and takes 3 to 5 days. Orders from 600,000đ ship free.
Broken on arrival: film the unpacking and tell us within 24 hours, and we send a new piece free of charge.

## Returns
You can exchange an unused piece in its box within 10 days. You pay the shipping back. Discounted and engraved pieces cannot be exchanged.

## Payment
We accept bank transfer, cards in the shop, and cash on delivery for orders below 3,000,000đ.

## Wholesale
Cafes and restaurants get 15% off from 50 pieces and 22% off from 200 pieces.

## Opening hours
We are at 12, Lane 45, Gom Su Street, Bat Trang, Hanoi. We are open from 8:30 to 18:00, Tuesday to Sunday, and closed on Monday.

## Care
Ash glaze and blue glaze are safe in the microwave and the dishwasher. Do not use pottery on an open flame or an induction hob.
`,
  },
  conversations: [
    { locale: 'en', lines: ['Do you ship to Da Nang?', 'How long does it take?'] },
    { locale: 'en', lines: ['Hi', 'How much is the coffee mug?', 'Can you engrave a name on it?'] },
    { locale: 'en', lines: ['What are your opening hours?', 'Are you open on Monday?'] },
    {
      locale: 'en',
      lines: ['We’d like 80 coffee mugs for our cafe, is there a discount?', 'My number is 0903 123 456, please call'],
    },
    { locale: 'en', lines: ['Can I return a piece?', 'Even a discounted one?'] },
    {
      locale: 'en',
      lines: ['A bowl arrived broken', 'Can I talk to a person please?'],
      byHand: 'Hello, this is Mai Anh. Could you send me the video of the unpacking? I’ll send you a new bowl today.',
    },
    { locale: 'en', lines: ['How much is the weekend pottery class?'] },
    { locale: 'en', lines: ['Do you sell scented candles?'], byHand: 'No, we only make pottery, sorry.' },
    { locale: 'en', lines: ['Are you hiring?'] },
    { locale: 'en', lines: ['How much is the tea set?', 'Is the ash glaze bowl dishwasher safe?'] },
  ],
}
