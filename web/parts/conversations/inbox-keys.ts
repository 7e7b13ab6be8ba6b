/** Shared by the sheet of shortcuts and the conversation. */
export const inboxKeys = {
  reply: 'r',
  note: 'n',
  canned: 'm',
  assignMe: 'a',
  snooze: 's',
  closeChat: 'e',
  pauseBot: 'b',
  markUnread: 'u',
  customer: 'i',
  nextChat: 'j',
  previousChat: 'k',
} as const
