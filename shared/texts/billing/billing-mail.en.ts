import type { billingMailVi } from './billing-mail.vi.ts'

export const billingMailEn: Record<keyof typeof billingMailVi, string> = {
  reason: 'You get this email because you are an admin of {workspace}. Payment emails cannot be turned off.',
  'reason.invoice': 'You get this email because this address receives the invoices of {workspace}.',
  'reason.operator': 'You get this email because you run {brand}.',

  'trial_ending.subject': '{days} days left of your {brand} trial',
  'trial_ending.preview': 'Choose a plan and the bot keeps answering.',
  'trial_ending.heading': '{workspace}’s trial is about to end',
  'trial_ending.body':
    'The trial ends on {date}. The bot stops answering then; the inbox stays open, you can still reply by hand, and your data is kept for 90 days.',
  'trial_ending.button': 'Choose a plan',
  'renewal.subject': 'Renew the {plan} plan before {date}',
  'renewal.preview': '{amount} for the next period.',
  'renewal.heading': 'Time to renew the {plan} plan',
  'renewal.body':
    'The next period of {workspace} starts on {date}. Please pay {amount} with the memo {memo}. Payments are matched automatically, usually within 2 to 10 minutes.',
  'renewal.button': 'Pay',
  'unpaid.subject': 'The {plan} plan has not been renewed',
  'unpaid.preview': 'The bot keeps running until {date}.',
  'unpaid.heading': 'The new period of {workspace} has not been paid yet',
  'unpaid.body': 'The bot keeps answering until {date}. Please pay {amount} before that day to avoid an interruption.',
  'unpaid.button': 'Pay now',
  'card.subject': 'Your card could not be charged for the {plan} plan',
  'card.preview': 'The bot keeps running until {date}.',
  'card.heading': 'The bank declined a charge of {amount}',
  'card.body':
    'Your card could not be charged for the new period of {workspace}. We try again over the next few days, and the bot keeps answering until {date}. Check your card’s limit, or change the card under Billing.',
  'card.button': 'Change the card',
  'ended.subject': 'The {plan} plan of {workspace} has ended',
  'ended.preview': 'The bot has stopped answering.',
  'ended.heading': 'The {plan} plan has ended',
  'ended.body':
    'The bot has stopped answering. The inbox stays open and you can reply yourself; your data is kept for 90 days. Choose a plan at any time and the bot is back right away.',
  'ended.button': 'Choose a plan',
  'forgetting.subject': 'The data of {workspace} will be deleted on {date}',
  'forgetting.preview': 'Choose a plan before then to keep it.',
  'forgetting.heading': 'Your data is kept until {date}',
  'forgetting.body':
    'The plan of {workspace} has ended, and we keep data for 90 days after that. On {date} its conversations, customers and documents will be permanently deleted. To keep them, choose a plan before then. Invoices are kept as accounting law requires.',
  'forgetting.button': 'Choose a plan',
  'credited.subject': '{amount} was added to your balance',
  'credited.preview': 'It is taken off your next payment.',
  'credited.heading': 'Your balance: +{amount}',
  'credited.surplus':
    'You transferred more than order {memo} costs. The extra {amount} is in your balance and is taken off your next order.',
  'credited.duplicate':
    'Order {memo} was already paid. The {amount} that just arrived is in your balance and is taken off your next order; to get it back, press Send back under Billing.',
  'credited.late':
    'The {amount} for order {memo} arrived after the order had closed. It is in your balance and is taken off your next order; to get it back, press Send back under Billing.',
  'credited.ended':
    'The plan paid for by order {memo} ended early. {amount} of it was for unused time: it is now credit and is taken off your next payment.',
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
  'refund.only_it': '{amount} has been refunded. Everything else you paid for stays; the credit note is under Billing.',
  'refund.came_back':
    'The bank returned your refund of {amount} ({note}), so it did not reach you. We will send it again, or contact you to transfer it. A new document under Billing corrects the earlier credit note.',
  'refund.part_came_back':
    'The bank returned {amount} of your refund ({note}), so it did not reach you. Your plan stays as it is; any correcting documents are under Billing.',
  'refund.returned': '{amount} has been sent back. Your plan stays as it is.',
  'price.subject': 'The price of {plan} changes on {date}',
  'price.preview': 'It will be {amount}. You keep yours for at least 30 days.',
  'price.heading': 'A new price for {plan}',
  'price.body_month':
    'From {date}, {plan} costs {amount} a month. What you have already paid for stays as it is, and renewals within the next 30 days keep the old price. You can change your plan or stop renewing at any time under Billing.',
  'price.body_year':
    'From {date}, {plan} costs {amount} a year. What you have already paid for stays as it is, and renewals within the next 30 days keep the old price. You can change your plan or stop renewing at any time under Billing.',
  'price.button': 'See my plan',
  'offer.subject': 'Your quote for the {plan} plan',
  'offer.preview': '{price}, valid until {date}.',
  'offer.heading': 'A custom plan for {workspace}',
  'offer.body':
    'We have put together the {plan} plan for {workspace}: {price}, VAT included. Open Billing to see what it includes; it starts as soon as you pay. The quote is valid until the end of {date}.',
  'offer.button': 'See the quote',
  'offer_ended.subject': 'The quote for the {plan} plan was withdrawn',
  'offer_ended.preview': 'Your current plan stays as it is.',
  'offer_ended.heading': 'The quote for the {plan} plan is no longer valid',
  'offer_ended.body':
    'We have withdrawn this quote for {workspace}. Your current plan stays as it is; an order waiting to be paid for the quote is cancelled, and any money already sent for it is in your balance. If you still need it, contact us.',
  'offer_ended.button': 'Open Billing',
  'terms.subject': 'The terms of {workspace}’s custom plan are changing',
  'terms.preview': 'From the first period that starts on or after {date}.',
  'terms.heading': 'New terms for the {plan} plan',
  'terms.body':
    'From the first period that starts on or after {date}, the {plan} plan costs {price}, VAT included. Earlier periods, and everything you have already paid for, stay as you bought them. See the details under Billing, where you can change your plan or stop renewing at any time.',
  'terms.button': 'See the new terms',
  'terms_ended.subject': '{workspace}’s custom plan keeps its terms',
  'terms_ended.preview': 'The new terms were withdrawn.',
  'terms_ended.heading': 'Your current terms stay',
  'terms_ended.body':
    'We have withdrawn the new terms of the {plan} plan. {workspace}’s custom plan keeps renewing as it does today.',
  'terms_ended.button': 'Open Billing',
  'dispute.subject': 'A payment of {amount} is being disputed',
  'dispute.preview': 'Your plan keeps running while the bank investigates.',
  'dispute.heading': 'A bank is investigating a payment by {workspace}',
  'dispute.opened':
    'The cardholder, or their bank, wants {amount} back (order {memo}). Your plan keeps running while the bank investigates. If this is a mistake, ask the bank to drop the dispute, and contact support.',
  'dispute.won': 'The bank has confirmed the payment of {amount} (order {memo}). Nothing changes for your plan.',
  'dispute.lost': 'The bank has returned {amount} (order {memo}) to the card. What it paid for has ended.',
  'dispute.button': 'Open Billing',
  'withdrawal.subject': 'Withdrawal of {amount} from {workspace}',
  'withdrawal.preview': '{amount} to the account {account}',
  'withdrawal.requested':
    'A withdrawal of {amount} of referral earnings to the account {account} was requested. We review it and send the money. If none of you requested it, cancel it under Referrals right away and change your password.',
  'withdrawal.sent': 'We have sent {amount} to the account {account}. Reference: {reference}.',
  'withdrawal.paid': '{amount} has reached the account {account}. Thank you for recommending {brand}.',
  'withdrawal.rejected':
    'The withdrawal of {amount} to the account {account} was not approved; the money is back in your referral earnings. Reason: {note}',
  'withdrawal.failed':
    '{amount} could not be sent to the account {account}; the money is back in your referral earnings. Reason: {note}',
  'withdrawal.clawed_back': 'the payment that earned this money was refunded or disputed.',
  'withdrawal.button': 'Open Referrals',
  'refund.button': 'Open Billing',
}
