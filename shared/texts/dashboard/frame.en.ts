import type { frameVi } from './frame.vi.ts'

export const frameEn: Record<keyof typeof frameVi, string> = {
  switchShop: 'Switch shop or open another',
  openShop: 'Open another shop',
  openFirstShop: 'Open a shop',
  openShopTitle: 'Open another shop',
  openShopText:
    'The new shop has its own inbox, bot, documents and team, with its own plan and limits. Nothing changes in your other shops.',
  openShopLimit: 'You can open up to 5 shops a day.',
  shopName: 'Shop name',
  shopNameHint: 'Customers see it in the chat box. For example: Moc Pottery, Hoi An branch',
  shopNameMissing: 'Enter a name for the shop.',
  openNow: 'Open shop',
  opening: 'Opening…',
  opened: '{name} is open. You are in the new shop now.',
  later: 'Not now',
  lostTitle: 'You are no longer on the team of {name}',
  lostText:
    'You left, were removed, or the shop was deleted. You still have your account. If this is a mistake, ask an admin to invite you again.',
  lostToast: 'You can no longer open {name}. Opening {next}. See why under Account.',
  skip: 'Skip',
}
