/** The keys of the inbox, by what they do. The sheet of shortcuts shows them, the conversation offers what they do. */
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
