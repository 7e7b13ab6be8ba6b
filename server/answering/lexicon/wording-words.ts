/** Owner: answering. */

export const frameWords = {
  before:
    'shop ơi, ad ơi, tiệm ơi, quán ơi, bạn ơi, chị ơi, anh ơi, em ơi, alo, dạ, shop cho em hỏi, shop cho mình hỏi, cho em hỏi, cho mình hỏi, cho tôi hỏi, cho chị hỏi, cho anh hỏi, cho hỏi, em muốn hỏi, mình muốn hỏi, xin hỏi, hi shop, chào shop, bên mình, bên shop, bên em, vậy, thế, shop, ad, em, mình, tiệm, quán',
  after: 'v, ạ, vậy ạ, vậy shop, vậy em, vậy, thế, nhé, nha, hả, à, shop, ad, shop ơi, ad ơi, bạn, em, vậy ta, z, zậy',
}

/** Exact synonyms only, interchangeable in a question. */
export const sameWords = `
phí giao hàng, phí ship, tiền ship, phí vận chuyển
giao hàng, ship
giao hàng tận nơi, ship tận nhà
miễn phí giao hàng, freeship
đặt lịch, book lịch, đặt hẹn
đặt bàn, book bàn
đặt phòng, book phòng
đặt cọc, cọc
chuyển khoản, ck
quẹt thẻ, cà thẻ
trả góp, mua góp
xuất hoá đơn, lấy hoá đơn
xuất hóa đơn, lấy hóa đơn
hoá đơn đỏ, hoá đơn vat
chỗ gửi xe, chỗ để xe, chỗ đậu xe
giữ xe, trông xe
đổi trả, đổi hàng
hoàn tiền, trả lại tiền
huỷ lịch, bỏ lịch
huỷ đơn, bỏ đơn
còn hàng, có sẵn
bảo hành bao lâu, bảo hành mấy tháng
mở cửa mấy giờ, mấy giờ mở cửa, mở cửa lúc mấy giờ
đóng cửa mấy giờ, mấy giờ đóng cửa, mở tới mấy giờ
chủ nhật, cn
ở đâu, chỗ nào
địa chỉ, đchỉ
giảm giá, sale
khuyến mãi, ưu đãi
mua sỉ, lấy sỉ
giá sỉ, giá buôn
số điện thoại, sđt
trẻ em, em bé
bà bầu, mẹ bầu
có bầu, có thai
rơi vỡ, rớt bể
bị vỡ, bị bể
bị hỏng, bị hư
như thế nào, sao
thế nào, sao
bao nhiêu tiền, nhiêu tiền
mấy ngày, bao nhiêu ngày
bao lâu nhận được hàng, mấy ngày có hàng
khi nào, bao giờ, chừng nào
cuối tuần, t7 chủ nhật
thứ bảy, t7
kích cỡ, size
sản phẩm, sp
sinh nhật, snhật
người lớn, ng lớn
nước ngoài, quốc tế
`

export const sameEnglishWords = `
how much is, what is the price of
how much are, what is the price of
do you have, is there
what time do you open, what are your opening hours
where are you, what is your address
delivery, shipping
deliver, ship
refund, money back
book, reserve
can I, is it possible to
parking, a place to park
warranty, guarantee
`

/** Full form = as typed on phones; also used for reading. */
export const shortForms = `
bao nhiêu=bn
không=ko
được=đc
sản phẩm=sp
chuyển khoản=ck
khuyến mãi=km
số điện thoại=sđt
như thế nào=ntn
thế nào=ntn
gì=j
với=vs
điện thoại=đt
đơn hàng=đh
trước=trc
giờ=h
`

/** For reading only. */
export const readForms = `
không=k
không=hok
không=hong
không=hông
không=khum
được=dc
bao nhiêu=bnhiu
bao nhiêu=bnhieu
hoá đơn=hđ
`

/** "có giao hàng không" is "giao hàng được không". */
export const doneWords =
  'giao, ship, gửi, đổi, trả, xuất, đặt, nhận, huỷ, hủy, mua, lấy, thanh toán, chuyển khoản, quẹt, cà thẻ, thử, sửa, in, khắc, may, thêu, học, mang, đem, chở, lắp, bảo hành, đến, tới, ghé, dùng, ăn, uống, đăng ký, thuê, xem, đi, hoàn tiền, giảm, trả góp, xuất hoá đơn, xuất hóa đơn'

/** Sums have no price: "phí ship bao nhiêu" is not "giá phí ship bao nhiêu". */
export const sumWords = 'phí, tiền, giá, cước, học phí, cọc, lương, ship, giao, gửi, mất, hết, thuê, đặt'

/** The commonest questions, Vietnamese | English. On each side the first is the one to write, the others how it reads. */
export const bothLanguages = `
phí ship bao nhiêu, phí giao hàng bao nhiêu, tiền ship bao nhiêu, ship bao nhiêu, phí vận chuyển bao nhiêu | How much is shipping?, how much is delivery, shipping fee, delivery fee
shop có giao hàng không, có giao hàng không, có ship không, giao hàng không | Do you deliver?, do you ship
giao hàng mất bao lâu, bao lâu nhận được hàng, mấy ngày có hàng, ship mấy ngày | How long does delivery take?, when will it arrive
shop mở cửa mấy giờ, mấy giờ mở cửa, mở cửa lúc mấy giờ, giờ mở cửa, mở cửa mấy giờ | What time do you open?, opening hours, what are your opening hours
mấy giờ đóng cửa, đóng cửa mấy giờ, mở tới mấy giờ | What time do you close?
chủ nhật có mở cửa không, cn có mở cửa không, chủ nhật có làm không | Are you open on Sunday?, open on Sundays
shop ở đâu, ở đâu, địa chỉ ở đâu, địa chỉ, nằm ở đâu | Where are you located?, where are you, what is your address, address
có chỗ gửi xe không, có chỗ để xe không, có chỗ đậu xe không, gửi xe ở đâu | Is there parking?, do you have parking, is there a place to park
bảo hành bao lâu, bảo hành mấy tháng, thời gian bảo hành | How long is the warranty?, warranty period
có bảo hành không, bảo hành không | Is there a warranty?
có đổi trả không, đổi trả được không, đổi hàng được không | Can I return it?, do you take returns
có hoàn tiền không, hoàn tiền được không | Can I get a refund?, do you refund
có trả góp không, trả góp được không, mua góp được không | Can I pay in installments?, do you offer installments
có nhận chuyển khoản không, chuyển khoản được không, ck được không | Can I pay by bank transfer?, do you take bank transfer
có quẹt thẻ không, quẹt thẻ được không, cà thẻ được không, có nhận thẻ không | Do you take cards?, can I pay by card
có xuất hoá đơn không, xuất hoá đơn được không, có hoá đơn đỏ không, có xuất hoá đơn công ty không, xuất hoá đơn công ty được không | Can I get a VAT invoice?, do you issue invoices
có cần đặt lịch không, có cần đặt trước không, phải đặt lịch trước không | Do I need to book?, do I have to book
đặt lịch thế nào, đặt lịch sao, đặt hẹn thế nào | How do I book?, how can I book
có wifi không | Is there Wi-Fi?, do you have wifi
có giảm giá không, có khuyến mãi không, có ưu đãi không, đang có khuyến mãi gì | Any promotions?, do you have any discounts
số điện thoại là gì, cho xin số điện thoại, xin sđt | What is your phone number?, phone number
có bán sỉ không, có giá sỉ không, mua sỉ được không | Do you sell wholesale?
có size lớn không | Do you have larger sizes?
`
