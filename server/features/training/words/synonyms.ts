/** One class a line, Vietnamese | English. No broad words: too wide a class answers the wrong question. */
export const synonyms = `
ship, giao hàng, vận chuyển, phí ship, phí giao hàng, cước vận chuyển, gửi hàng, chuyển phát, giao tận nơi, tiền ship | shipping, delivery, deliver, ship, courier
ship, giao | ship, deliver
miễn phí vận chuyển, freeship, free ship, miễn ship, miễn phí giao hàng, miễn phí ship | free shipping, free delivery
miễn phí, không mất phí, không thu phí, không tính phí, tặng, free, 0 đồng, không mất tiền, mất phí, tốn phí, tính phí, thu phí | free, no charge, complimentary, surcharge
phụ phí, phụ thu, thu thêm, cộng thêm, thêm tiền | surcharge, extra fee, extra charge
giá, giá niêm yết, giá bán, bao nhiêu tiền, nhiêu tiền, giá cả, chi phí, đơn giá, báo giá, bảng giá, mấy tiền, hết bao nhiêu, giá tiền | price, cost, how much, rate
phí, chi phí, lệ phí, cước | fee, charge, cost
học phí, tiền học | tuition, course fee
trả góp, góp, mua góp, trả chậm, trả dần | installment, instalment, pay monthly
hoàn tiền, trả lại tiền, hoàn lại, trả tiền lại, lấy lại tiền, hoàn phí, hoàn trả | refund, money back
đổi trả, đổi hàng, trả hàng, đổi, hoàn hàng, đổi size, đổi mẫu, đổi mới | return, exchange, swap
bảo hành, sửa miễn phí | warranty, guarantee
sửa chữa, sửa, khắc phục, thay thế | repair, fix, replace
hỏng, hư, lỗi, vỡ, bể, rò rỉ, móp, nứt, hư hỏng, bị lỗi, trục trặc | broken, damaged, defective, faulty, leaking, cracked
giao sai, giao nhầm, nhầm, sai mẫu, sai hàng, thiếu hàng | wrong item, wrong, missing
dị ứng, kích ứng, nổi mẩn, mẩn đỏ, ngứa, nổi mụn | allergic, allergy, irritation, rash, reaction
mang thai, bầu, bà bầu, có bầu, có thai, mẹ bầu, thai kỳ, phụ nữ mang thai | pregnant, pregnancy, expecting
cho con bú, sau sinh, đang bú | breastfeeding, nursing
trẻ em, bé, em bé, trẻ nhỏ, con nít, cháu, trẻ, con trai, con gái | child, children, kid, kids, baby, toddler
người lớn tuổi, người già, người cao tuổi | elderly, senior, old people
hóa đơn, hoá đơn, hóa đơn đỏ, hoá đơn đỏ, vat, hóa đơn vat, xuất hóa đơn | invoice, vat invoice, receipt, bill
địa chỉ, ở đâu, chỗ nào, đường nào, nằm đâu, chỗ mô, vị trí, bản đồ, tọa lạc, cửa hàng, cơ sở | address, where, location, located, map, directions
chi nhánh, cơ sở, cửa hàng, showroom, trụ sở, văn phòng, điểm bán, phòng khám | branch, store, shop, office, location, clinic, outlet, showroom
mở cửa, giờ mở cửa, làm việc, giờ làm việc, hoạt động, giờ hoạt động, mấy giờ mở, phục vụ, đón khách, giờ mở | open, opening hours, opening, business hours, working hours
đóng cửa, kết thúc, mấy giờ đóng, nghỉ, tới mấy giờ, giờ đóng cửa, hết giờ | close, closed, closing
nghỉ lễ, nghỉ tết, lễ tết, ngày lễ, tết, nguyên đán | holiday, holidays, tet, new year
chủ nhật, cn, tất cả các ngày, mỗi ngày, hằng ngày, cả tuần | sunday, every day, daily
thứ bảy, thứ 7, tất cả các ngày, mỗi ngày, hằng ngày, cả tuần | saturday, every day, daily
thứ hai, thứ 2 | monday
thứ ba, thứ 3 | tuesday
thứ tư, thứ 4 | wednesday
thứ năm, thứ 5 | thursday
thứ sáu, thứ 6 | friday
cuối tuần, thứ bảy, chủ nhật | weekend, saturday, sunday
hà nội, hn, thủ đô | hanoi
hồ chí minh, sài gòn, sg, tp.hcm, hcm | ho chi minh city, saigon, hcmc
đà nẵng | da nang, danang
huế | hue
tỉnh thành khác, các tỉnh khác, ngoại tỉnh, tỉnh, tỉnh xa, các tỉnh, liên tỉnh, đi tỉnh, tỉnh khác | province, provinces, other provinces, nationwide, countryside
nội thành, trong thành phố, nội ô, quận nội thành | inner city, downtown, in the city
nước ngoài, quốc tế, ngoài nước, đi mỹ, sang mỹ | abroad, overseas, international, foreign country
số điện thoại, hotline, tổng đài, liên hệ, điện thoại, đường dây nóng, số máy, số trực, gọi số nào, zalo | phone number, hotline, contact, phone, call, telephone
email, mail, thư điện tử | email, e-mail, mail
chính hãng, hàng thật, hàng auth, authentic, hàng giả, hàng nhái, hàng fake, nguồn gốc, xuất xứ, hàng chuẩn, hàng hiệu | authentic, genuine, original, fake, counterfeit
xuất xứ, nguồn gốc, nước nào sản xuất, sản xuất ở đâu, của nước nào, hàng nước nào, made in | origin, made in, country of origin
hạn sử dụng, hạn dùng, hết hạn, hsd, date, để được bao lâu, dùng được bao lâu, dùng trong bao lâu | expiry, expire, shelf life, expiration date, best before
bảo quản, cất giữ, để tủ lạnh, ngăn mát | store, storage, keep, refrigerate
tích điểm, điểm, điểm thưởng, tích luỹ, tích lũy | points, reward points, loyalty points
thành viên, hội viên, hạng thẻ, thẻ thành viên, khách quen, khách vip, khách thân thiết | member, membership, loyalty, vip
khuyến mãi, khuyến mại, giảm giá, ưu đãi, chương trình, mã giảm giá, voucher, giảm, sale, nhập mã, quà tặng, chiết khấu | promotion, discount, sale, voucher, coupon, promo code, deal, offer
sinh nhật | birthday
mua sỉ, sỉ, giá sỉ, bán buôn, đại lý, nhập sỉ, số lượng lớn, mua nhiều, ctv, cộng tác viên, chiết khấu | wholesale, bulk, agent, reseller, dealer, large order, wholesale partners, units
hỏa tốc, hoả tốc, giao nhanh, giao gấp, giao liền, giao ngay, lấy liền, trong ngày, cấp tốc, 2h | express, urgent, same day, fast delivery, rush
thời gian giao hàng, bao lâu nhận được, mấy ngày nhận, giao trong, mấy ngày tới, bao lâu tới, khi nào có hàng, ngày làm việc, nhận được hàng | delivery time, how long, arrive, business days, working days
kiểm hàng, kiểm tra hàng, xem hàng, đồng kiểm, mở hộp, mở ra xem, thử hàng | inspect, check the goods, open the box
thanh toán khi nhận hàng, cod, nhận hàng trả tiền, ship cod | cash on delivery, cod
thanh toán, trả tiền, chuyển khoản, phương thức thanh toán, quẹt thẻ | pay, payment, payments, payment methods
chuyển khoản, banking, ck, số tài khoản, stk | bank transfer, transfer, bank account
tiền mặt, cash | cash
thẻ, thẻ tín dụng, visa, mastercard, quẹt thẻ, cà thẻ, thẻ ngân hàng | card, credit card, debit card, visa, mastercard
ví điện tử, momo, zalopay, vnpay | e-wallet, momo
đặt cọc, cọc, trả trước, ứng trước, tiền cọc | deposit, prepay, advance payment, down payment
đặt hẹn, đặt lịch, hẹn lịch, đặt chỗ, lịch hẹn, book lịch, booking, đặt phòng, đặt bàn, giữ chỗ, hẹn khám, đăng ký lịch | appointment, book, booking, reserve, reservation, schedule
huỷ, hủy, huỷ hẹn, hủy hẹn, huỷ lịch, dời lịch, dời, đổi hẹn, đổi lịch, báo huỷ, hủy đơn, huỷ đơn | cancel, cancellation, reschedule
ngưng, dừng, bỏ giữa chừng, thôi, nghỉ giữa chừng, không làm nữa, bảo lưu | stop, quit, discontinue, pause
mua hàng, đặt hàng, đặt mua, order, chốt đơn, lên đơn | order, buy, purchase, place an order
cách dùng, sử dụng, xài, dùng, hướng dẫn sử dụng, bôi, thoa, dùng sao, dùng như thế nào | use, how to use, apply, instructions
thứ tự, các bước, trình tự, quy trình, bước nào trước | order, steps, routine, procedure, process
nguyên seal, chưa bóc, còn seal, nguyên tem, chưa mở, còn nguyên, chưa sử dụng, nguyên vẹn | unopened, sealed, unused, intact
đã mở, mở nắp, mở hộp, bóc seal, khui, đã dùng, đã bóc | opened, open, used, unsealed
da dầu, da nhờn, nhờn, hỗn hợp dầu | oily skin, oily
da khô, khô da, thiếu ẩm | dry skin, dry
da nhạy cảm, nhạy cảm, da yếu | sensitive skin, sensitive
mụn, trị mụn, da mụn | acne, pimple, pimples
kem chống nắng, chống nắng | sunscreen, sunblock, sun cream, spf
sữa rửa mặt, rửa mặt, srm | cleanser, face wash, facial wash
kem dưỡng, dưỡng ẩm, kem dưỡng ẩm | moisturizer, moisturiser, cream
tẩy trang | makeup remover, cleansing oil
mặt nạ | mask, face mask
nước hoa hồng, toner | toner
son, son môi | lipstick, lip tint
trang điểm, makeup | makeup, make up
nước hoa | perfume, fragrance
thử nghiệm trên động vật, động vật, cruelty free, thuần chay | animal, animals, animal testing, cruelty free, vegan
nhổ răng, nhổ, nhổ bỏ | tooth extraction, extract, extraction, pull, pulled
răng | tooth, teeth, dental
răng khôn, răng số 8, răng cùng | wisdom tooth, wisdom teeth
lấy tuỷ, lấy tủy, điều trị tuỷ, điều trị tủy, chữa tuỷ, chữa tủy, tuỷ răng, diệt tủy | root canal
trám răng, hàn răng, trám, vá răng | filling, fillings
cạo vôi, lấy cao răng, vệ sinh răng, cạo vôi răng, lấy vôi | scaling, teeth cleaning, cleaning, tartar
trồng răng, cấy, cấy ghép, implant, trồng, cắm implant, trụ | implant, implants, dental implant
răng sứ, bọc sứ, bọc răng, mão sứ | crown, crowns, porcelain
mặt dán sứ, dán sứ, veneer | veneer, veneers
niềng răng, chỉnh nha, niềng, mắc cài, đeo niềng | braces, orthodontics, orthodontic, invisalign, aligners
tẩy trắng, làm trắng, trắng răng, tẩy răng | whitening, whiten, bleaching
hàm tháo lắp, răng giả, hàm giả | dentures, denture
nha sĩ, bác sĩ, bs | dentist, doctor, dr
đau, nhức, ê buốt, sưng, buốt | pain, painful, hurt, sore, ache, swelling
cấp cứu, khẩn cấp, ngoài giờ, ban đêm, nửa đêm, đêm | emergency, urgent, after hours, at night
bảo hiểm, bảo lãnh, bhyt, bảo lãnh viện phí | insurance, insured
khám, thăm khám, tái khám, khám bệnh, đi khám | check-up, examination, consultation, visit
tư vấn | advice, consult, consultation
giấy tờ, cccd, căn cước, chứng minh, cmnd, hồ sơ, mang theo gì | documents, id card, passport, papers
kiêng, tránh, không nên, không được ăn, ăn gì, kiêng gì, hạn chế | avoid, should not, not allowed
tác dụng phụ, có hại, an toàn, có sao không | side effects, safe, harmful
đậu xe, gửi xe, đỗ xe, để xe, giữ xe, bãi xe, chỗ đậu, chỗ để xe, bãi đỗ, đậu ô tô | parking, park, car park
ô tô, xe hơi, oto, xế hộp | car, cars
xe máy, xe gắn máy, mô tô, honda | motorbike, motorcycle, scooter
đưa đón, xe đưa đón, đón | pick-up, pick up, pickup, shuttle, transfer
sân bay | airport
wifi, mạng, internet | wifi, wi-fi, internet
tiếng anh, nói tiếng anh, ngoại ngữ | english, english-speaking, speak english
phiên dịch, thông dịch | interpreter, translator
người nước ngoài, khách nước ngoài, khách quốc tế, khách tây, người tây | foreigner, foreigners, international
sạc dự phòng, pin dự phòng, pin sạc, cục sạc dự phòng | power bank, powerbank, portable charger
sạc, củ sạc, cục sạc, bộ sạc, sạc nhanh | charger, charging, charge, adapter
cáp, dây sạc, dây cáp | cable, cord
tai nghe, headphone, earbuds | headphones, earphones, earbuds, headset
ốp lưng, ốp, bao da, ốp điện thoại | case, phone case, cover
kính cường lực, cường lực, dán màn hình, miếng dán, dán cường lực | screen protector, tempered glass
màn hình | screen, display
loa, loa bluetooth | speaker
chống nước, kháng nước, vào nước, đi bơi | waterproof, water resistant, water
chống ồn, khử ồn | noise cancelling, noise cancellation
kết nối, ghép nối, bắt bluetooth, pair | connect, pairing, pair, connection
khởi động lại, reset, đặt lại, khôi phục | reset, restart
máy bay, lên máy bay, xách tay, hành lý | plane, airplane, flight, carry-on
laptop, máy tính xách tay, máy tính | laptop, notebook, computer
điện thoại, máy, dế, smartphone | phone, smartphone, mobile
dung lượng, bộ nhớ, mah, gb | capacity, storage, memory
công suất, watt, w | power, watt, wattage
size, kích thước, kích cỡ, cỡ, số đo, chiều dài, dài rộng | size, sizes, dimension, dimensions, measurement
cân nặng, trọng lượng, nặng, ký, kg | weight, heavy, weigh, kg
màu, màu sắc, tông, tông màu | color, colour, colors, shade, shades
chất liệu, vải, làm bằng gì, chất vải | material, fabric, made of
áo | shirt, top
quần | trousers, pants
váy, đầm | dress, skirt
giày | shoes
dép | sandals
giặt, giặt máy, giặt tay, ủi, là | wash, laundry, iron
còn hàng, có sẵn, hết hàng, sẵn hàng, còn không, có hàng | in stock, available, out of stock, availability
thiết kế riêng, theo yêu cầu, đặt làm, in logo, in tên, khắc tên, đặt may | custom, customised, customized, logo, print, engraving, personalised
tối thiểu, ít nhất, từ bao nhiêu | minimum, at least
tối đa, nhiều nhất | maximum, at most, limit
bao bì, đóng gói, gói quà, hộp quà, gói hàng | packaging, gift wrap, gift box, wrapping
quà tặng, quà, tặng kèm | gift, gifts, present
thực đơn, menu, món, món ăn | menu, dish, dishes, food
đồ uống, nước uống, thức uống | drinks, beverage
cà phê | coffee
trà | tea
chay, ăn chay, món chay | vegetarian, vegan
set, combo, suất, gói | set, combo, package
buffet, tiệc đứng | buffet
bánh, bánh kem, bánh sinh nhật, bánh ngọt | cake, birthday cake, bread, pastry
ít ngọt, ít đường, đường | less sugar, sugar, sweet
không chứa gluten, không gluten | gluten free
không đường, không chứa đường | sugar free, no sugar
không cồn | alcohol free, non alcoholic
không lactose, không sữa | lactose free, dairy free
không khói thuốc, cấm hút thuốc | smoke free
cay | spicy
bàn, chỗ ngồi, đặt bàn, mấy người | table, seat, seats
tiệc, liên hoan, sự kiện, tổ chức | party, event, celebration
phòng riêng, phòng vip | private room
phòng, loại phòng | room, rooms
phòng đôi, phòng hai người | double room
phòng đơn, phòng một người | single room
nhận phòng, check in, checkin, giờ nhận phòng | check-in, check in, arrival
trả phòng, check out, checkout, giờ trả phòng | check-out, check out, late check-out
ăn sáng, bữa sáng, buffet sáng | breakfast
hồ bơi, bể bơi, bơi | pool, swimming pool, swim
thú cưng, vật nuôi, boss | pet, pets
chó, thú cưng, vật nuôi | dog, dogs
mèo, thú cưng, vật nuôi | cat, cats
hút thuốc, thuốc lá | smoking, smoke, cigarette
tour, chuyến đi, du lịch | tour, trip, travel
vé, giá vé, mua vé | ticket, tickets
khóa học, khoá học, lớp, lớp học, chương trình học | course, class, lesson, program
giáo viên, giảng viên, thầy cô, huấn luyện viên, hlv, pt | teacher, instructor, trainer, coach
kiểm tra, test | test, exam
học thử, buổi thử, tập thử, trải nghiệm | trial, trial class, try
lịch học, thời khóa biểu, ca học, giờ học, khai giảng | timetable, class schedule, start date
chứng chỉ, bằng, giấy chứng nhận | certificate, diploma
khởi hành, xuất phát, tập trung, đón khách, điểm đón | depart, departure, meeting point, start
học viên, sinh viên, học sinh | student, students
tập gym, gym, phòng tập, thể hình | gym, fitness, workout
yoga | yoga
massage, mát xa, xoa bóp | massage
chăm sóc da mặt, chăm sóc da, làm mặt | facial, skin care, skincare
liệu trình, buổi trị liệu | treatment, session
cắt tóc, hớt tóc | haircut
làm tóc | hair
uốn tóc, uốn | perm
nhuộm tóc, nhuộm | dye
gội đầu, gội | shampoo
nail, làm móng, sơn móng | nail, nails, manicure
triệt lông, wax | hair removal, waxing
lắp đặt, lắp ráp, lắp, setup | install, installation, assembly, set up
vệ sinh, lau chùi, làm sạch | clean, cleaning
bảo trì, bảo dưỡng | maintenance, service
cho thuê, thuê, mướn | rent, rental, hire
bán, có bán, kinh doanh | sell, sale, carry
mời nhân viên, thêm nhân viên, mời thành viên, thêm thành viên, mời người vào đội | invite staff, add staff, invite your team
tuyển dụng, tuyển, tuyển nhân viên, việc làm, xin việc | hiring, job, recruitment, vacancy, career
hợp đồng | contract, agreement
cam kết, đảm bảo, bảo đảm | commitment, guarantee, promise
thời gian, bao lâu, mất bao lâu, mấy tiếng, mấy ngày, mấy tháng | how long, duration, time
tuổi, mấy tuổi, độ tuổi, bao nhiêu tuổi | age, years old, how old
bác sĩ phụ trách, người phụ trách, phụ trách, ai làm | in charge, responsible
kinh nghiệm, tay nghề, thâm niên | experience
giấy phép, cấp phép, phép hoạt động | licence, license, licensed, permit
thành lập, hoạt động từ, từ năm nào, bao nhiêu năm | founded, established, since
thang máy | elevator, lift
xe lăn, người khuyết tật | wheelchair, disabled, accessible
trọn đời, vĩnh viễn | lifetime, forever
trọn gói, toàn bộ, tất cả chi phí, bao gồm, gồm những gì, gồm | package, all-inclusive, all in, include, included, including
chưa gồm, chưa bao gồm, không bao gồm | excluded, not included, excluding
lần đầu, đơn đầu tiên, khách mới, lần đầu tiên | first time, first order, new customer
độc quyền, phân phối, nhập khẩu | distributor, imported, import
thành phần, chứa gì, có chất | ingredients, contains
công dụng, tác dụng, hiệu quả, để làm gì | benefits, effect, effective
so sánh, khác nhau, khác gì | difference, compare, versus
giao cuối tuần, giao chủ nhật | weekend delivery
theo dõi đơn, tra cứu, mã vận đơn, kiểm tra đơn | track, tracking, order status
đánh giá, review, feedback | review, reviews, feedback, rating
báo, thông báo, báo trước, gọi trước | notify, inform, notice, in advance
sau khi, xong, làm xong | after, afterwards
trước khi, trước lúc | before
trễ, muộn, chậm, quá hạn | late, delay, delayed, overdue
phí phạt, phạt, đền, bồi thường, đền bù | penalty, fine, compensation
mất, thất lạc, làm mất | lost, lose
tiểu đường, đái tháo đường | diabetes, diabetic
huyết áp, cao huyết áp | blood pressure, hypertension
tháng, hàng tháng, mỗi tháng | month, monthly
năm, hàng năm, mỗi năm | year, yearly, annual
lãi suất, lãi | interest, interest rate
xăng | petrol, fuel
điện | electricity
hoa, bó hoa | flower, flowers, bouquet
cây, cây cảnh | plant, plants
sách, truyện | book, books
nội thất, bàn ghế | furniture
sofa, ghế sofa, sô pha | sofa
nhà, tại nhà, tận nhà, ở nhà | home, at home
`
