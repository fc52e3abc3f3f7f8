-- What somebody held is asked as often as what somebody holds (AU-R24, AU-R25): ended grants are found by the same index.

drop index role_grant_of_membership;
create index role_grant_of_membership on role_grant (membership_id);
