import type { Config } from '#server/config.ts'
import { failure } from '#platform/errors.ts'
import { type PaymentMethodKind, paymentMethods } from '#shared/words.ts'
import { bankMethod } from './methods/bank/bank.ts'
import type { PaymentMethod } from './methods/method.ts'
import { payoneerMethod } from './methods/payoneer/payoneer.ts'
import { stripeMethod } from './methods/stripe/stripe.ts'

const built: { [kind in PaymentMethodKind]?: PaymentMethod } = {
  bank: bankMethod,
  stripe: stripeMethod,
  payoneer: payoneerMethod,
}

export function allMethods(): PaymentMethod[] {
  return paymentMethods.flatMap(kind => built[kind] ?? [])
}

/** Methods with keys, in display order. */
export function offeredMethods(config: Config): PaymentMethod[] {
  return allMethods().filter(method => method.isSetUp(config))
}

/** @throws billing.method_off if this program has no such method */
export function methodOf(kind: PaymentMethodKind): PaymentMethod {
  const method = built[kind]
  if (!method) throw failure('billing.method_off')
  return method
}

/** @throws billing.method_off if it has no keys */
export function offeredMethod(config: Config, kind: PaymentMethodKind): PaymentMethod {
  const method = methodOf(kind)
  if (!method.isSetUp(config)) throw failure('billing.method_off')
  return method
}
