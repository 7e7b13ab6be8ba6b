/** Provinces and well-known towns: where a shop delivers "to other provinces", these are meant. */
export const provinces = `hà nội, hồ chí minh, sài gòn, đà nẵng, hải phòng, cần thơ, huế, an giang, bà rịa, vũng tàu, bắc giang, bắc kạn, bạc liêu, bắc ninh, bến tre, bình định,
bình dương, bình phước, bình thuận, cà mau, cao bằng, đắk lắk, đắk nông, điện biên, đồng nai, đồng tháp, gia lai, hà giang, hà nam, hà tĩnh, hải dương, hậu giang, hòa bình, hưng yên,
khánh hòa, kiên giang, kon tum, lai châu, lâm đồng, lạng sơn, lào cai, long an, nam định, nghệ an, ninh bình, ninh thuận, phú thọ, phú yên, quảng bình, quảng nam, quảng ngãi,
quảng ninh, quảng trị, sóc trăng, sơn la, tây ninh, thái bình, thái nguyên, thanh hóa, tiền giang, trà vinh, tuyên quang, vĩnh long, vĩnh phúc, yên bái, nha trang, đà lạt, biên hòa,
buôn ma thuột, quy nhơn, phan thiết, vinh, hạ long, phú quốc, mỹ tho, long xuyên, rạch giá, pleiku, hội an, sa pa, tam kỳ, việt trì, thủ dầu một, côn đảo, lý sơn, miền tây, miền trung, miền bắc, miền nam`
export const meantByProvince = `tỉnh thành khác, các tỉnh khác, các tỉnh thành, ngoại tỉnh, tỉnh khác, các tỉnh, liên tỉnh, toàn quốc, tỉnh xa, other provinces, nationwide`

/** Where "abroad" begins. */
export const countries = `mỹ, hoa kỳ, úc, nhật, nhật bản, hàn quốc, đài loan, trung quốc, singapore, thái lan, malaysia, campuchia, lào, canada, anh quốc, pháp, đức, nga, châu âu, nước ngoài, hải ngoại,
usa, america, australia, japan, korea, taiwan, china, thailand, cambodia, uk, england, france, germany, europe, abroad, overseas`
export const meantByCountry = `nước ngoài, quốc tế, ngoài nước, abroad, overseas, international`

/**
 * Words of two or three syllables that are one thing: their syllables apart are something else ("nước" and "hoa" are not "nước hoa").
 * The phrases of synonyms.ts count as such too.
 */
export const compounds = `trả góp, máy bay, vé máy bay, xe máy, xe đạp, xe hơi, tàu hỏa, nhân viên, việc làm, giá vàng, tỷ giá, đô la, chứng khoán, thời tiết, bóng đá, trung thu, trà sữa, cà phê, sinh tố,
nước mắm, nước ngọt, nước hoa, nước ép, hồ bơi, phòng họp, phòng tập, phòng thu, đám cưới, tiệc cưới, sinh nhật, du học, xuất khẩu, nhập khẩu, bất động sản, căn hộ, chung cư, đất nền, bảo hiểm nhân thọ, thẻ cào,
điện thoại, máy tính, máy ảnh, máy lạnh, máy giặt, máy sấy, tủ lạnh, ti vi, quạt điện, nồi cơm, bếp từ, lò vi sóng, máy lọc nước, đồng hồ, kính mát, mắt kính, túi xách, ba lô, vali, giày thể thao, dép lê, áo dài,
áo khoác, áo thun, áo sơ mi, quần jean, quần short, chân váy, đồ bơi, đồ ngủ, đồ lót, khăn choàng, nón bảo hiểm, mũ bảo hiểm, thắt lưng, trang sức, bông tai, dây chuyền, vòng tay, đồ chơi, sữa bột, tã giấy, xe đẩy,
thức ăn, đồ ăn, đồ uống, bánh mì, bánh ngọt, bánh kem, bánh trung thu, kem que, mì cay, trà đào, cơm tấm, phở bò, bún bò, hải sản, lẩu nướng, gà rán, ăn chay, ăn kiêng, giảm cân, tăng cân, tập gym, tập thử,
phun xăm, xăm môi, xăm mày, nâng mũi, cắt mí, hút mỡ, tiêm filler, tiêm botox, căng chỉ, trị nám, trị sẹo, trị mụn, triệt lông, cấy tóc, nhuộm tóc, uốn tóc, làm nail, nối mi, massage body, xông hơi, gội đầu,
răng khôn, răng sữa, răng cửa, răng hàm, răng sứ, niềng răng, nhổ răng, trám răng, hàm tháo lắp, tẩy trắng, cạo vôi, kháng sinh, thuốc tê, đơn thuốc, xét nghiệm, siêu âm, chụp phim, nội soi, tiêm chủng, khám thai,
da liễu, tiểu đường, huyết áp, tim mạch, dạ dày, xương khớp, nam khoa, phụ khoa, mang thai, cho con bú, trẻ em, người lớn, học phí, học bổng, học thử, khai giảng, giáo trình, bằng cấp, chứng chỉ, tiếng anh, tiếng nhật,
tiếng hàn, tiếng trung, giao tiếp, luyện thi, gia sư, thực tập, tuyển dụng, cộng tác viên, nhượng quyền, hợp tác, đầu tư, thuê nhà, thuê xe, sửa chữa, lắp đặt, bảo trì, bảo dưỡng, thay pin, thay màn hình, ép kính,
mở khóa, cài đặt, phần mềm, sao lưu, dữ liệu, ốp lưng, tai nghe, sạc dự phòng, củ sạc, dây cáp, kính cường lực, loa kéo, chuột máy tính, bàn phím, thẻ nhớ, sim số, mật khẩu, wifi, số dư, lãi suất, vay tiền,
hóa đơn, mã số thuế, hợp đồng, chiết khấu, đại lý, bán buôn, bán lẻ, giá sỉ, phòng đơn, phòng đôi, phòng gia đình, hướng biển, hướng vườn, nhận phòng, trả phòng, đưa đón, thuê bao, gói cước, đổi trả, bảo hành, hoàn tiền,
đặt cọc, đặt bàn, đặt phòng, đặt lịch, tổng thống, thủ tướng, ca sĩ, diễn viên, bài hát, bộ phim, thơ ca, lập trình, toán học, nấu ăn, làm bánh, cắm hoa, hoa tươi, bó hoa, cây cảnh, thú cưng, chó mèo, cá cảnh`
