import type { linksVi } from './links.vi.ts'

export const linksEn: Record<keyof typeof linksVi, string> = {
  gone: 'This link no longer works',
  goneText: 'It may be too old, or a few letters went missing when it was copied. Please ask whoever sent it to you.',
  closed: 'This link has been blocked',
  closedText:
    'We no longer open links from this sender. If the message asks for a password, a one-time code or a bank transfer, please don’t follow it.',
  busy: 'One moment, please',
  busyText: 'Too many links are being opened from your network just now. Try again in about a minute.',
}
