-- OSRM's car profile with the speeds and turn costs of `waybench network build`, for comparing the costs of routes.
--
-- On a clean network (see networks.py) the speed of a road follows from its class and its maxspeed alone. The class
-- speeds are the same already; a known limit counts 0.9 on the main roads and 0.8 elsewhere. Turns are free within 25
-- degrees and where no other road could be taken, and grow with their angle up to 135 degrees. The fastest route wins.
-- Run with LUA_PATH naming the folder of OSRM's own profiles.

local car = require('car')
local setup, process_way = car.setup, car.process_way

local main_roads = { motorway = true, trunk = true, primary = true, secondary = true, tertiary = true }

car.setup = function()
  local profile = setup()
  profile.properties.weight_name = 'duration'
  return profile
end

car.process_way = function(profile, way, result, relations)
  profile.speed_reduction = main_roads[way:get_value_by_key('highway')] and 0.9 or 0.8
  process_way(profile, way, result, relations)
end

local function has_way_out(roads)
  for i = 1, #roads do
    if roads[i].is_outgoing then return true end
  end
  return false
end

-- Angles are 0 straight on, above 0 to the right, in degrees; costs are in seconds.
car.process_turn = function(profile, turn)
  local angle = math.abs(turn.angle)
  if turn.is_u_turn then
    turn.duration = 20
  elseif angle > 25 and (has_way_out(turn.roads_on_the_right) or has_way_out(turn.roads_on_the_left)) then
    local share = math.min(1, (angle - 25) / 110)
    local is_across = (turn.angle < 0) ~= turn.is_left_hand_driving
    turn.duration = is_across and 3 + 6 * share or 1.5 + 3.5 * share
  end
  turn.weight = turn.duration
end

return car
