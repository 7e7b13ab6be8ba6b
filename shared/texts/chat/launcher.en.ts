import type { LauncherTexts } from './launcher.vi.ts'

export const launcherEn: LauncherTexts = {
  frameTitle: 'Chat with {name}',
  region: 'Chat',
  open: 'Open chat',
  openUnread: 'Open chat, unread messages: {count}',
  close: 'Close chat',
  hidePreview: 'Hide preview',
  opening: 'Connecting…',
  notOpened: 'The chat didn’t open.',
  again: 'Try again',
}
