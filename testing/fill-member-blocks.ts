/** SQL: counts the members of all organisations into blocks of 500 by roll number. The first block of each begins with ''. */
export const fillMemberBlocks = `
  insert into member_blocks (organisation_id, first_roll_number, members)
  select organisation_id, case when block = 0 then '' else min(roll_number_canonical) end, count(*)
  from (
    select organisation_id, roll_number_canonical,
      (row_number() over (partition by organisation_id order by roll_number_canonical) - 1) / 500 as block
    from memberships
  ) numbered
  group by organisation_id, block`
