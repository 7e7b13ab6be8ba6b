import { botErrors } from './errors/bot-errors.ts'
import { campaignsErrors } from './errors/campaigns-errors.ts'
import { channelsErrors } from './errors/channels-errors.ts'
import { commonErrors } from './errors/common-errors.ts'
import { customerListsErrors } from './errors/customer-lists-errors.ts'
import { customersErrors } from './errors/customers-errors.ts'
import { dataRequestsErrors } from './errors/data-requests-errors.ts'
import { firstStepsErrors } from './errors/first-steps-errors.ts'
import { greetingsErrors } from './errors/greetings-errors.ts'
import { intentsErrors } from './errors/intents-errors.ts'
import { inboxErrors } from './errors/inbox-errors.ts'
import { moneyErrors } from './errors/money-errors.ts'
import { peopleErrors } from './errors/people-errors.ts'
import { siteErrors } from './errors/site-errors.ts'
import { ssoErrors } from './errors/sso-errors.ts'
import { statusErrors } from './errors/status-errors.ts'
import { trainingErrors } from './errors/training-errors.ts'

export const errorCatalogue = {
  ...peopleErrors,
  ...commonErrors,
  ...moneyErrors,
  ...inboxErrors,
  ...customersErrors,
  ...customerListsErrors,
  ...firstStepsErrors,
  ...greetingsErrors,
  ...intentsErrors,
  ...dataRequestsErrors,
  ...campaignsErrors,
  ...botErrors,
  ...channelsErrors,
  ...siteErrors,
  ...ssoErrors,
  ...statusErrors,
  ...trainingErrors,
}

export type ErrorCode = keyof typeof errorCatalogue

export function errorText(code: ErrorCode, language: 'vi' | 'en'): string {
  return errorCatalogue[code][language]
}
