/** An account as its owner knows it: `Vietcombank •••• 4417`, `h…@shop.example`. */
export function accountLabel({ bank, ending }: { bank: string | null; ending: string }): string {
  return bank === null ? `Payoneer ${ending}` : `${bank} •••• ${ending}`
}
