/** Who is in Data Structures: roll number, given and family name. One name has 80 letters, one roll number 32 signs. */
export const dataStructures = `21CS1001 Aarav|Mehta
21CS1004 Ananya|Krishnan
21CS1005 Balasubramaniam|Venkataraghavan
21CS1007 Chukwuemeka|Okafor
21CS1009 Çağla|Yıldırım-Öztürk
21CS1012 Fatima Zahra|Shaikh
21CS1013 Gulnara|Abdykalykova
21CS1015 Harpreet Kaur|Gill
21CS1016 Ioana|Măndescu
21CS1018 Lalrinpuii|Chhangte
21CS1019 Jean-Baptiste|Rakotomalala
21CS1021 Keoni|Kealiʻiahonui
21CS1023 Mohammed Faisal|Qureshi
21CS1024 Łukasz|Wiśniewski
21CS1026 Sofia|Almeida
21CS1027 María José|Fernández-Villaverde
21CS1029 Joseph|Mwangi
21CS1031 Tenzin|Wangmo
21CS1032 Nguyen|Thi Minh Khai
21CS1034 Vikram|Deshpande
21CS1036 Oluwaseun|Adebayo
21CS1038 Þórdís|Eiríksdóttir
21CS1040 Parvati|Subramanian
21CS1041 Kim|Seo-yeon
21CS1043 Rangi|Te Whaiti
21CS1045 Siobhán|Ní Bhriain
21CS1047 طارق|المصري
21CS1049 Usha Rani|Bhattacharya
21CS1050 Zhang|Wei
21CS1052 Zanele|Dlamini
21CS1053 Yuki|Watanabe
21CS1054 अदिति|कुलकर्णी
21CS1055 Bongani|Khumalo
21CS1056 Chen|Yu-han
21CS1057 Devika|Nair
21CS1058 Elif|Demir
21CS1059 Farhan|Siddiqui
21CS1060 Giulia|Ferraro
21CS1061 Hamza|Chaudhry
21CS1062 Ira|Deshmukh
21CS1063 Jakub|Novák
21CS1064 Kavya|Reddy
21CS1065 Lucas|Moreira
21CS1066 Bharathi|Sundaram
21CS1067 Meenakshi|Pillai
21CS1068 Nandini|Joshi
21CS1069 Omar|Haddad
21CS1070 Pranav|Shetty
21CS1071 Айгерим Нурлановна|Садыкова
21CS1072 Quỳnh Anh|Phạm
21CS1073 Rahul|Bhosale
21CS1074 Sanjana|Iyengar
21CS1075 Thabo|Mokoena
21CS1076 Uma|Chandrasekhar
21CS1077 Varun|Malhotra
21CS1078 Wanjiru|Kamau
21CS1079 Xiomara|Castillo
21CS1080 Yusuf|Abdullahi
21CS1081 Zoya|Merchant
21CS1082 Arjun|Patwardhan
21CS1083 Blessing|Eze
21CS1084 Carlos|Mendoza
DATA-STRUCTURES/2026_AUTUMN.0064 Dorji|Tshering
21CS1086 Wolfeschlegelsteinhausenbergerdorff Wolfeschlegelsteinhausenbergerdorff|Adolphus`
  .split('\n')
  .map((line) => {
    const [rollNumber = '', names = ''] = [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]
    const [firstName = '', lastName = ''] = names.split('|')
    return { rollNumber, firstName, lastName }
  })
