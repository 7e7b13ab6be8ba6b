import type { billingMailVi } from './billing-mail.vi.ts'

export const billingMailEn: Record<keyof typeof billingMailVi, string> = {
  reason: 'You get this mail because you are an admin of {workspace}. Mails about payments cannot be turned off.',
  'reason.invoice': 'You get this mail because this address receives the invoices of {workspace}.',
  'reason.operator': 'You get this letter because you run {brand}.',

  'trial_ending.subject': '{days} days left of your {brand} trial',
  'trial_ending.preview': 'Choose a plan, and the bot goes on answering.',
  'trial_ending.heading': 'The trial of {workspace} is about to end',
  'trial_ending.body':
    'The trial ends on {date}. The bot stops answering then; the inbox stays open, you can still reply by hand, and your data is kept for 90 days.',
  'trial_ending.button': 'Choose a plan',
  'renewal.subject': 'Renew the {plan} plan before {date}',
  'renewal.preview': '{amount} for the next period.',
  'renewal.heading': 'Time to renew the {plan} plan',
  'renewal.body':
    'The next period of {workspace} begins on {date}. Please pay {amount}; the memo of the transfer is {memo}. The money is recognised by itself, usually within 2 to 10 minutes.',
  'renewal.button': 'Pay',
  'unpaid.subject': 'The {plan} plan has not been renewed',
  'unpaid.preview': 'The bot runs on in full until {date}.',
  'unpaid.heading': 'The new period of {workspace} is not paid yet',
  'unpaid.body':
    'The bot goes on answering in full until {date}. Please pay {amount} before that day to avoid an interruption.',
  'unpaid.button': 'Pay now',
  'card.subject': 'The card did not pay the new period of the {plan} plan',
  'card.preview': 'The bot runs on in full until {date}.',
  'card.heading': 'The bank refused a charge of {amount}',
  'card.body':
    'The new period of {workspace} could not be paid by the card in use. It is tried again in the next days, and the bot goes on answering in full until {date}. Look at the limit of the card, or change it under Billing.',
  'card.button': 'Change the card',
  'ended.subject': 'The {plan} plan of {workspace} has ended',
  'ended.preview': 'The bot has stopped answering.',
  'ended.heading': 'The {plan} plan has ended',
  'ended.body':
    'The bot has stopped answering. The inbox stays open and you can reply by hand; your data is kept for 90 days. Choose a plan at any time, and the bot goes on at once.',
  'ended.button': 'Choose a plan',
  'forgetting.subject': 'The data of {workspace} will be deleted on {date}',
  'forgetting.preview': 'Choose a plan before that day to keep them.',
  'forgetting.heading': 'Your data are kept until {date}',
  'forgetting.body':
    'The plan of {workspace} has ended, and we keep data for 90 days after that. On {date} the conversations, customers and documents of {workspace} will be deleted, and cannot be brought back. To keep them, choose a plan before that day. Invoices are kept as the law on accounting demands.',
  'forgetting.button': 'Choose a plan',
  'credited.subject': '{amount} was added to your balance',
  'credited.preview': 'It is taken off your next payment.',
  'credited.heading': 'Your balance: +{amount}',
  'credited.surplus':
    'You transferred more than order {memo} costs. The surplus of {amount} is in your balance and is taken off your next order.',
  'credited.duplicate':
    'Order {memo} had been paid before. The {amount} that just arrived is in your balance and is taken off your next order; to get it back, press Send back under Billing.',
  'credited.late':
    'The {amount} for order {memo} arrived when the order was over. It is in your balance and is taken off your next order; to get it back, press Send back under Billing.',
  'credited.ended':
    'The plan that order {memo} paid for has ended before its time. {amount} of it was paid for time that was not used: it is your credit now and comes off your next payment.',
  'credited.button': 'See the balance',
  'invoice.subject': '{title} {number} from {brand}',
  'invoice.preview': '{amount}, ready to download.',
  'invoice.heading': '{title} {number}',
  'invoice.body': '{title} {number} for {workspace} over {amount} is ready. Sign in to download the PDF.',
  'invoice.button': 'Download',
  'refund.subject': 'Your refund request for {workspace}',
  'refund.preview': '{amount}',
  'refund.requested':
    'We have received your request for a refund of {amount} and will review it within a few working days.',
  'refund.approved': 'Your refund of {amount} is approved. It reaches your account by {date} at the latest.',
  'refund.rejected': 'Your refund of {amount} was not approved. {note}',
  'refund.succeeded': '{amount} has been refunded. The paid plan has ended; the credit note is under Billing.',
  'refund.only_it': '{amount} has been refunded. What else you have paid for stays; the credit note is under Billing.',
  'refund.came_back':
    'The bank sent your refund of {amount} back ({note}), so it did not reach you. We will send it again, or get in touch to transfer it. The earlier credit note is corrected by a new paper under Billing.',
  'refund.part_came_back':
    'The bank sent {amount} of your refund back ({note}), so it did not reach you. Your plan stays as it is; papers that correct it, if any, are under Billing.',
  'refund.returned': '{amount} have been sent back. Your plan stays as it is.',
  'price.subject': 'The price of {plan} changes on {date}',
  'price.preview': 'It will be {amount}. You keep yours for at least 30 days.',
  'price.heading': 'A new price for {plan}',
  'price.body_month':
    'From {date} on, {plan} costs {amount} a month. What you have paid for stays as it is, and renewals within the next 30 days still cost what they did. You can change your plan or stop renewing it at any time under Billing.',
  'price.body_year':
    'From {date} on, {plan} costs {amount} a year. What you have paid for stays as it is, and renewals within the next 30 days still cost what they did. You can change your plan or stop renewing it at any time under Billing.',
  'price.button': 'See my plan',
  'dispute.subject': '{amount} are disputed at the bank',
  'dispute.preview': 'The plan runs on while the bank looks at it.',
  'dispute.heading': 'A bank is looking at a payment of {workspace}',
  'dispute.opened':
    'The holder of the card, or its bank, wants {amount} back (order {memo}). The plan runs on while the bank looks at it. If this is a mistake, ask the bank to drop the dispute, and write to support.',
  'dispute.won': 'The bank has let {amount} (order {memo}) stand. Nothing changes for your plan.',
  'dispute.lost': 'The bank has sent {amount} (order {memo}) back to the card. What it had paid for is over.',
  'dispute.button': 'Open Billing',
  'withdrawal.subject': 'Withdrawal of {amount} from {workspace}',
  'withdrawal.preview': '{amount} to the account {account}',
  'withdrawal.requested':
    'A withdrawal of {amount} of referral earnings to the account {account} was asked for. We look at it and send the money. If none of you asked for it, cancel it under Referrals at once and change your password.',
  'withdrawal.sent': 'We have sent {amount} to the account {account}. Reference: {reference}.',
  'withdrawal.paid': '{amount} has reached the account {account}. Thank you for recommending {brand}.',
  'withdrawal.rejected':
    'The withdrawal of {amount} to the account {account} was not approved; the money is among your referral earnings again. Reason: {note}',
  'withdrawal.failed':
    '{amount} could not be sent to the account {account}; the money is among your referral earnings again. Reason: {note}',
  'withdrawal.clawed_back': 'the payment that earned this money was refunded or disputed.',
  'withdrawal.button': 'Open Referrals',
  'refund.button': 'Open Billing',
}
