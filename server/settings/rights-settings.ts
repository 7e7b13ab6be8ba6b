import { whole } from './setting-schemas.ts'

export const rightsSettings = {
  DATA_REQUEST_ANSWER_DAYS: [
    'working days in which a request about somebody’s data is answered',
    '2',
    whole.min(1).max(30),
  ],
  DATA_REQUEST_READ_DAYS: [
    'days in which somebody gets a copy of their data, or has it set right',
    '10',
    whole.min(1).max(90),
  ],
  DATA_REQUEST_STOP_DAYS: ['days in which messages or work with somebody’s data stop', '15', whole.min(1).max(90)],
  DATA_REQUEST_ERASE_DAYS: ['days in which somebody’s data is erased', '20', whole.min(1).max(90)],
  CAMPAIGN_TALK_MINUTES: [
    'minutes after the last word of a conversation in which no campaign interrupts it',
    '60',
    whole.min(0).max(1440),
  ],
} as const
