/** Topics of shop rules. Accented entries also match unaccented typing; unaccented ones match as they are. Owner: answering. */
export const topicWords = {
  return:
    'đổi trả, trả hàng, trả lại hàng, trả lại, đổi hàng, đổi lại, đổi size, đổi sản phẩm, đổi mẫu, return, returns, exchange, exchanges, swap, doi tra, tra hang',
  cancel:
    'huỷ, hủy, huỷ đơn, huỷ lịch, huỷ phòng, huỷ cọc, huỷ bàn, huỷ tour, huỷ vé, huỷ hẹn, bỏ lịch, không đi nữa, không đến, cancel, cancels, cancelled, canceling, cancellation, no show',
  refund:
    'hoàn tiền, hoàn cọc, hoàn phí, hoàn lại, trả lại tiền, trả lại cọc, trả cọc, lấy lại cọc, lấy lại tiền, hoàn, hoàn trả, hoàn học phí, refund, refunds, refunded, money back, get back, rút, rút tiền, rút học phí',
  deposit:
    'cọc, đặt cọc, tiền cọc, thế chân, ứng trước, trả trước, chuyển trước, deposit, prepay, prepayment, upfront, down payment',
  warranty: 'bảo hành, bh, warranty, guarantee, guaranteed',
  shipping:
    'giao hàng, ship, giao tận nơi, giao tận nhà, vận chuyển, gửi hàng, phí giao, giao tới, giao đến, giao trong, giao về, giao ra, có giao, giao được, giao nội thành, giao ngoại thành, giao miễn phí, giao liền, giao ngay, phí ship, freeship, free ship, cước, ship hàng, gửi xe, gửi về, gửi ra, delivery, deliver, delivered, delivers, shipping, shipped, chuyển phát, chành',
  pickup:
    'đưa đón, đón khách, rước, shuttle, pick up, pickup, pick-up, airport transfer, đến lấy, qua lấy, tới lấy, lấy tận nơi, tận nơi',
  payment: 'thanh toán, trả tiền, pay, payment, payments, paying',
  transfer: 'chuyển khoản, ck, bank transfer, banking, chuyển tiền',
  cash: 'tiền mặt, cash',
  card: 'quẹt thẻ, cà thẻ, thẻ tín dụng, thẻ visa, thẻ ngân hàng, visa, mastercard, card, cards, credit card, credit cards',
  cod: 'cod, nhận hàng rồi trả tiền, nhận hàng mới trả tiền, nhận hàng trả tiền, ship cod, cash on delivery',
  account: 'số tài khoản, stk, tài khoản, bank account, account number, ngân hàng, chuyển vào đâu, tk',
  instalment: 'trả góp, góp, đóng mấy đợt, chia đợt, đóng đợt, instalment, installment, instalments, installments, đợt',
  pets: 'thú cưng, chó mèo, cún, pet, pets, dog, dogs, thú nuôi, bé cún, poodle, corgi, golden, chó, mèo, cat, cats',
  children:
    'trẻ em, trẻ nhỏ, em bé, bé, con nít, trẻ con, trẻ, con nhỏ, nhóc, kid, kids, child, children, baby, babies, toddler, infant, đứa nhỏ, cháu',
  parking:
    'gửi xe, đậu xe, đỗ xe, chỗ để xe, để xe, bãi xe, bãi đậu, bãi đỗ, giữ xe, chỗ đậu, chỗ đỗ, đậu, đỗ, parking, park, car park',
  late: 'đến trễ, tới trễ, đến muộn, trễ, muộn, trễ hẹn, đi trễ, tới muộn, quá giờ, đi muộn, đón trễ, đón muộn, trả trễ, trả muộn, trả máy trễ, late, arrive late, delayed, overdue',
  early: 'nhận phòng sớm, nhận sớm, sớm, tới sớm, đến sớm, early check in, early check-in, early, check in sớm',
  checkin: 'nhận phòng, check in, check-in, checkin, vào phòng',
  checkout: 'trả phòng, check out, check-out, checkout',
  booking:
    'đặt lịch, đặt bàn, đặt chỗ, giữ chỗ, đặt hẹn, đặt trước, hẹn lịch, đặt phòng, booking, book, reservation, reserve, appointment, hẹn trước, báo trước',
  reschedule:
    'dời lịch, đổi lịch, dời ngày, đổi ngày, đổi giờ, dời hẹn, dời, hoãn, đổi sang ngày, chuyển ngày, reschedule, change the date, postpone, move my booking, bảo lưu',
  invoice: 'hoá đơn, hóa đơn, hoá đơn đỏ, vat, xuất hoá đơn, xuất hóa đơn, thuế, invoice, hd do, hđ đỏ, tax',
  food: 'đồ ăn ngoài, mang đồ ăn, mang thức ăn, đem đồ ăn, đồ ăn bên ngoài, outside food, own food, bring food',
  corkage: 'phí mở nắp, mang rượu, phụ thu rượu, corkage',
  smoking: 'hút thuốc, hút, thuốc lá, vape, smoke, smoking, smokers',
  wifi: 'wifi, wi-fi, mạng, internet, pass wifi',
  age: 'độ tuổi, bao nhiêu tuổi, mấy tuổi, years old, year old',
  discount:
    'giảm giá, giảm, khuyến mãi, khuyến mại, km, ưu đãi, bớt, chiết khấu, mã giảm, discount, discounts, promotion, promo, percent off',
  gift: 'tặng, quà tặng, quà, tặng kèm, được tặng, gift, gifts, free gift',
  membership:
    'thành viên, hội viên, tích điểm, điểm, thẻ thành viên, khách quen, khách thân thiết, member, membership, points, loyalty, vip',
  wholesale:
    'sỉ, giá sỉ, lấy sỉ, mua sỉ, đại lý, buôn, bán buôn, số lượng lớn, ctv, cộng tác viên, wholesale, bulk, reseller',
  combine:
    'cộng dồn, gộp, áp dụng chung, dùng chung, cùng lúc, kết hợp, cộng chung, combine, combined, together with, stack',
  trial: 'học thử, dùng thử, thử, test thử, tập thử, thử đồ, mặc thử, trial, try, try on, sample',
  damage: 'hư, hỏng, vỡ, bể, móp, rách, bị lỗi, hư hỏng, broken, damaged, damage, defective, faulty, trầy, dập',
  wrong:
    'giao sai, sai hàng, giao nhầm, nhầm, sai, sai size, lộn, giao lộn, thiếu hàng, giao thiếu, thiếu, wrong item, wrong size, wrong, missing',
  lost: 'mất, làm mất, thất lạc, rơi mất, lost, lose',
  compensate:
    'đền, bồi thường, đền bù, bồi hoàn, chịu, chịu trách nhiệm, compensate, compensation, liable, responsible',
  fine: 'phạt, tiền phạt, phí phạt, penalty, fine',
  inspect: 'kiểm hàng, đồng kiểm, xem hàng, mở hàng, kiểm tra hàng, coi hàng, inspect, check the goods, unbox',
  documents: 'giấy tờ, documents, cccd, căn cước, cmnd, chứng minh thư, id card',
  contract: 'hợp đồng, cam kết, contract, agreement',
  photo: 'chụp hình, chụp ảnh, photo, photos, take pictures, photography',
  holiday: 'tết, lễ, ngày lễ, nghỉ lễ, mùng, holiday, holidays, lunar new year, tet',
  custom:
    'theo yêu cầu, khắc tên, in tên, thiết kế riêng, đặt riêng, làm riêng, custom, customise, customize, personalised, khắc chữ, engraving, engrave',
  allergy: 'dị ứng, allergy, allergic, allergies',
  vegetarian: 'chay, ăn chay, thuần chay, vegetarian, vegan',
  storage: 'bảo quản, hạn sử dụng, hsd, để được bao lâu, để được mấy ngày, hạn dùng, shelf life, expiry, expire',
  luggage: 'hành lý, vali, gửi đồ, luggage, bags, suitcase, gửi hành lý',
  staff:
    'nhân viên, thợ, kỹ thuật viên, ktv, giáo viên, bác sĩ, thầy, cô giáo, staff, teacher, doctor, technician, therapist',
  language: 'tiếng anh, nói tiếng anh, english, english-speaking, speak english, tiếng hàn, tiếng trung',
  aircon: 'máy lạnh, điều hoà, điều hòa, air con, aircon, air conditioning',
  lift: 'thang máy, elevator, lift',
  video: 'quay phim, quay video, video, film',
  licence: 'bằng lái, licence, license, driving permit, gplx',
  passport: 'hộ chiếu, passport',
  wheelchair: 'xe lăn, người khuyết tật, khuyết tật, wheelchair',
  breakfast: 'ăn sáng, bữa sáng, breakfast',
  laundry: 'giặt, giặt ủi, giặt là, giặt đồ, laundry, washing',
  install: 'lắp đặt, lắp, ráp, lắp ráp, gắn, công lắp, installation, install, assembly, assemble',
  repair: 'sửa, sửa chữa, repair, fix',
  moving: 'khiêng, bưng, vác, bốc vác, carry up',
  express:
    'hoả tốc, hỏa tốc, giao nhanh, giao gấp, lấy gấp, lấy liền, gấp, trong ngày, express, same day, urgent, rush',
  abroad: 'nước ngoài, quốc tế, ra nước ngoài, international, overseas, abroad',
  pickupself: 'tự đến lấy, tự lấy, ghé lấy, lấy tại shop, pick up in store, collect',
  jobs: 'tuyển dụng, tuyển, tuyển nhân viên, lương, việc làm, hiring, job, jobs, vacancy',
  included: 'bao gồm, gồm, đã gồm, có gồm, included, include, includes, including, gồm những gì',
  origin: 'xuất xứ, nguồn gốc, hàng ở đâu, sản xuất, nhập khẩu, origin, made in',
  material: 'chất liệu, chất vải, vải gì, làm bằng gì, gỗ gì, thành phần, material, ingredients, fabric',
  transferable: 'chuyển nhượng, nhường lại, cho người khác, sang tên, transfer to',
  makeup: 'học bù, bù, buổi bù, nghỉ học, vắng, make up class, make-up class, miss a class, absent',
  swimwear: 'đồ bơi, swimwear',
  guests: 'khách đến thăm, bạn đến chơi, visitor, visitors, overnight guest',
  noise: 'ồn, yên tĩnh, quiet, noise, loud',
  cooking: 'nấu ăn, nấu nướng, tự nấu, cook, cooking',
} as const satisfies Record<string, string>

export type Topic = keyof typeof topicWords
