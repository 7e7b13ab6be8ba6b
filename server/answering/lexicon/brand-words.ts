/** Brands that do not answer for one another. Folded; owner: answering. */
export const brandWords: readonly string[] =
  `momo zalopay vnpay viettelpay shopeepay paypal amex jcb visa mastercard grab be gojek xanhsm ahamove lalamove ghtk ghn viettel vnpost shopee lazada tiki tiktok
  vietcombank vcb bidv techcombank tcb acb sacombank vpbank tpbank mbbank agribank vietinbank booking agoda traveloka airbnb`.split(
    /\s+/u,
  )
