/** Common Indian first and last names; combined, they give hundreds of invented people. */

export const firstNames =
  `Aarav Aditi Aditya Aishwarya Ajay Akash Akshara Amit Amrita Ananya Anil Anjali Ankit Anushka Arjun Arpita Arun Asha Ashwin
Bhavana Bhuvan Chaitra Charan Chetan Darshan Deepa Deepak Devika Dhruv Divya Farhan Fatima Gauri Gautham Geetha Girish Gurpreet Harini Harish
Harpreet Hema Imran Indira Ishaan Jaya Joseph Jyothi Kabir Karthik Kavitha Keerthi Kiran Kishore Krishna Lakshmi Lavanya Madhav Madhuri Mahesh
Manasa Manish Meera Megha Mohammed Mohan Nandini Naveen Neha Nikhil Nisha Nithya Pallavi Pooja Pradeep Prakash Pranav Prathima Priya Rahul
Rajesh Ramya Ranjit Rashmi Ravi Rekha Rhea Rohan Rohini Sachin Sahana Salman Sandhya Sanjana Santosh Sara Shalini Shreya Siddharth Sindhu
Sneha Srinivas Suhas Sunita Suresh Swathi Tanvi Tejas Thomas Usha Varun Vasudha Vidya Vijay Vikram Vinay Vishal Yamini Yash Zainab Zoya`
    .split(/\s+/)
    .filter(Boolean)

export const lastNames =
  `Acharya Agarwal Ahmed Banerjee Bhat Bose Chandra Chatterjee Chopra D’Souza Das Deshpande Dutta Fernandes Gowda Gupta
Hegde Hussain Iyengar Iyer Jain Joshi Kamath Kapoor Khan Kulkarni Kumar Mathew Mehta Menon Mishra Mukherjee Murthy Nair Naidu Nambiar Pai Pandey
Patel Patil Pillai Pinto Prasad Rao Reddy Sahu Saxena Sen Sequeira Shah Sharma Shenoy Shetty Singh Sinha Soni Subramanian Swamy Thakur Tiwari
Upadhyaya Varghese Varma Venkatesh Verma Yadav`
    .split(/\s+/)
    .filter(Boolean)
